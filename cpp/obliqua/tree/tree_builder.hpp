// Appends the arrays of a frozen tree, one node after another in breadth-first order.
#pragma once

#include <limits>
#include <span>
#include <utility>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Equal trees must have equal bytes: one zero, one NaN.
inline double canonical(double value) {
    if (value != value) return kNoValue;
    return value + 0.0;
}

class TreeBuilder {
   public:
    TreeBuilder(std::int32_t n_features, std::int32_t n_classes, Basis basis) {
        tree_.n_features = n_features;
        tree_.n_classes = n_classes;
        tree_.basis = std::move(basis);
    }

    void add_family(NodeId parent, std::span<const double> counts, std::int64_t n_rows) {
        tree_.parent.push_back(parent);
        tree_.n_rows.push_back(n_rows);
        append(tree_.counts, counts);
    }

    void add_leaf() {
        start(TestKind::leaf, MissingRule::fill, 0);
        finish(kNoValue, kNoValue);
    }

    void add_test(const TestView& test, std::span<const std::int32_t> outputs,
                  std::size_t n_children, double merit, double margin) {
        start(test.kind, test.missing, n_children);
        tree_.terms.insert(tree_.terms.end(), test.terms.begin(), test.terms.end());
        append(tree_.fills, test.fills);
        append(tree_.weights, test.weights);
        append(tree_.constants, test.constants);
        tree_.outputs.insert(tree_.outputs.end(), outputs.begin(), outputs.end());
        finish(merit, margin);
    }

    // Room for exactly so many nodes, and for what their tests hold, so that nothing is moved.
    struct Sizes {
        std::size_t nodes = 0;
        std::size_t terms = 0;
        std::size_t weights = 0;
        std::size_t constants = 0;
    };
    void reserve(const Sizes& sizes) {
        for (auto* bytes : {&tree_.kind, &tree_.missing}) bytes->reserve(sizes.nodes);
        for (auto* ids : {&tree_.parent, &tree_.first_child, &tree_.n_children})
            ids->reserve(sizes.nodes);
        for (auto* begins : {&tree_.term_begin, &tree_.weight_begin, &tree_.constant_begin})
            begins->reserve(sizes.nodes + 1);
        for (auto* values : {&tree_.merit, &tree_.margin}) values->reserve(sizes.nodes);
        tree_.n_rows.reserve(sizes.nodes);
        tree_.counts.reserve(sizes.nodes * static_cast<std::size_t>(tree_.n_classes));
        tree_.terms.reserve(sizes.terms);
        tree_.fills.reserve(sizes.terms);
        tree_.weights.reserve(sizes.weights);
        tree_.constants.reserve(sizes.constants);
        tree_.outputs.reserve(sizes.constants);
    }

    Tree take() { return std::move(tree_); }

   private:
    static void append(std::vector<double>& to, std::span<const double> from) {
        for (const double value : from) to.push_back(canonical(value));
    }

    void start(TestKind kind, MissingRule missing, std::size_t n_children) {
        tree_.kind.push_back(static_cast<std::uint8_t>(kind));
        tree_.missing.push_back(static_cast<std::uint8_t>(missing));
        tree_.first_child.push_back(n_children == 0 ? kNoNode : next_child_);
        tree_.n_children.push_back(static_cast<std::int32_t>(n_children));
        next_child_ += static_cast<std::int32_t>(n_children);
    }

    void finish(double merit, double margin) {
        tree_.term_begin.push_back(static_cast<std::int64_t>(tree_.terms.size()));
        tree_.weight_begin.push_back(static_cast<std::int64_t>(tree_.weights.size()));
        tree_.constant_begin.push_back(static_cast<std::int64_t>(tree_.constants.size()));
        tree_.merit.push_back(canonical(merit));
        tree_.margin.push_back(canonical(margin));
    }

    Tree tree_;
    std::int32_t next_child_ = 1;  // breadth first: children follow in the order of their parents
};

}  // namespace obliqua
