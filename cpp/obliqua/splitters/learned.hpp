// Multivariate tests learned from the rows at a node (Brodley and Utgoff 1995): a learner finds
// their coefficients, a selector their terms, and the best univariate test may compete.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "obliqua/data/patterns.hpp"
#include "obliqua/learners/registry.hpp"
#include "obliqua/selectors/registry.hpp"
#include "obliqua/splitters/search_log.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/splitters/univariate.hpp"

namespace obliqua {

// What a test may cost, and how large it may be (section 2.5).
struct TestLimits {
    double underfit = 0.0;  // instances, different ones, that a test needs for each of its terms
    std::size_t max_terms = 0;          // 0: no limit
    double cost_weight = 0.0;           // merit that testing all features would have to be worth
    std::vector<double> feature_costs;  // empty: every feature costs one

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("underfit", underfit);
        visit("max_terms", max_terms);
        visit("cost_weight", cost_weight);
        visit("feature_costs", feature_costs);
    }
};

struct LearnedParams : TestLimits {
    static constexpr std::string_view name = "multivariate";

    LearnerParams learner;          // for tables of two classes
    LearnerParams learner_of_many;  // for others
    SelectorParams selector;
    bool machines = true;          // learners that can find machines of several classes do
    bool machines_of_two = false;  // of two classes, too, where a threshold unit is the same
    bool univariate = true;

    template <class Visitor>
    void fields(Visitor&& visit) {
        TestLimits::fields(visit);
        visit("learner", learner);
        visit("learner_of_many", learner_of_many);
        visit("selector", selector);
        visit("machines", machines);
        visit("machines_of_two", machines_of_two);
        visit("univariate", univariate);
    }
};

class LearnedSplitter final : public Splitter {
   public:
    LearnedSplitter(const Training& training, const SplitSettings& settings,
                    const LearnedParams& params, std::size_t threads, Monitor& monitor);

    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const override;
    std::unique_ptr<Relearner> relearner(const NodeRows& node, const Test& test,
                                         const StreamKey& key) const override;
    void report(SearchReport& report) const override { log_.add_to(report); }

   private:
    std::optional<Split> best_multivariate(const NodeRows& node, const StreamKey& key) const;
    // Merit less what the test's features cost.
    double rating(const Split& split) const;

    const Training& training_;
    SplitSettings settings_;
    LearnedParams params_;
    Monitor& monitor_;
    Patterns patterns_;
    std::vector<double> fills_;  // one per term; empty where the node's means are taken
    std::unique_ptr<Selector> selector_;
    // Univariate tests ask symbolic features themselves, so their terms are those before the
    // indicators, of the same numbers.
    Basis univariate_basis_;
    Training univariate_training_;
    std::unique_ptr<UnivariateSplitter> univariate_;
    mutable SearchLog log_;
};

}  // namespace obliqua
