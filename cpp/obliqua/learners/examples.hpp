// A node's rows as learners see them (Brodley and Utgoff 1995, sections 2.1 and 2.2): terms brought
// to zero mean and unit deviation, missing values zero. Rows that are alike are one example of
// their weights' sum; examples stand in the order of their classes, then of their values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "obliqua/data/patterns.hpp"
#include "obliqua/data/training.hpp"
#include "obliqua/learners/functions.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

class Examples {
   public:
    // A missing value takes the mean of the node's known ones; where `fills` is not empty,
    // `fills[t]` for term t. Terms that are constant at the node are left out.
    Examples(const Training& training, const Patterns& patterns, std::span<const RowIndex> rows,
             std::span<const double> fills);

    std::size_t n() const { return labels_.size(); }
    std::size_t n_terms() const { return terms_.size(); }
    // How many differ in their values.
    std::size_t n_distinct() const { return n_distinct_; }

    std::span<const double> column(std::size_t i) const { return {z_.data() + i * n(), n()}; }
    std::int32_t term(std::size_t i) const { return terms_[i]; }
    std::span<const ClassId> labels() const { return labels_; }
    std::span<const double> weights() const { return weights_; }
    // Those of the table's classes that there are examples of, increasing.
    const std::vector<std::int32_t>& classes() const { return classes_; }

    // The values of one function as the route reckons them in the user's units, so that no row
    // near zero is on another side there.
    std::vector<double> values(const Positions& terms, std::span<const double> function) const;

    // The functions in the user's units: one function is a threshold unit, several a machine with
    // one child per class present. Nothing when a weight is not finite there.
    std::optional<Test> test(const Positions& terms, const Functions& functions) const;

   private:
    void collect(const Training& training, const Patterns& patterns,
                 std::span<const RowIndex> rows);
    void add_term(const Training& training, std::size_t term, std::optional<double> fill);

    struct Users {
        std::vector<double> weights;
        double bias = 0.0;
        bool finite = true;
    };
    Users in_users_units(const Positions& terms, std::span<const double> function) const;

    std::vector<RowIndex> rows_;  // one per example
    std::vector<ClassId> labels_;
    std::vector<double> weights_;
    std::vector<std::int32_t> classes_;
    std::size_t n_distinct_ = 0;
    double total_ = 0.0;
    std::vector<double> z_;
    std::vector<double> x_;  // the same in the user's units, missing values filled
    std::vector<std::int32_t> terms_;
    std::vector<double> means_;
    std::vector<double> deviations_;
    std::vector<double> fills_;
};

}  // namespace obliqua
