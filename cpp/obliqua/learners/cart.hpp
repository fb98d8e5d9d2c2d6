// CART's search for the coefficients of a linear combination (Breiman, Friedman, Olshen and Stone
// 1984, chapter 5; Murthy, Kasif and Salzberg 1994, figure 4; Brodley and Utgoff 1995, section
// 3.4): coefficients are set one after another to their best value, in cycles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/learners/linear_combination.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

struct CartRules {
    double epsilon = 0.0;  // a cycle that changes the merit by no more is the last
    std::size_t max_cycles = 100;
};

class CartLearner {
   public:
    // `steps` judges sides of the rows that `terms` holds the values of, `n_rows` of them.
    CartLearner(const TermValues& terms, std::size_t n_rows, StepSearch& steps,
                const CartRules& rules, Monitor& monitor)
        : terms_(terms), ones_(n_rows, 1.0), steps_(steps), rules_(rules), monitor_(monitor) {}

    // The best test of a single term: where the search starts. All weights are zero when no term
    // separates the rows.
    LinearCombination best_single();

    // Cycles over the terms in `active`. Every combination that a cycle ends with is added to
    // `trace`, if there is one.
    LinearCombination learn(LinearCombination start, std::span<const std::size_t> active,
                            std::vector<LinearCombination>* trace = nullptr);

    // Combinations considered so far: one per search along a coefficient or the constant.
    std::uint64_t considered() const { return considered_; }

   private:
    struct Update {
        Step step;
        double gamma = 0.0;
    };

    void update_term(std::size_t term);
    Update best_update(std::size_t term);
    void update_bias();
    void rescale();

    const TermValues& terms_;
    std::vector<double> ones_;
    StepSearch& steps_;
    CartRules rules_;
    Monitor& monitor_;
    LinearCombination here_;
    std::vector<double> values_;
    std::vector<double> slopes_;
    std::uint64_t considered_ = 0;
};

}  // namespace obliqua
