// All prunings of a small tree, and what random pruning sets make of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "obliqua/pruners/node_counts.hpp"

#include "tree/random_trees.hpp"

namespace obliqua::testing {

using Mask = std::vector<bool>;

// All pruned subtrees, each as its set of leaves (in the whole tree's ids).
inline std::vector<std::vector<std::size_t>> all_prunings(const Tree& tree, std::size_t node) {
    std::vector<std::vector<std::size_t>> all{{node}};
    if (tree.is_leaf(node)) return all;
    std::vector<std::vector<std::size_t>> products{{}};
    for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
        std::vector<std::vector<std::size_t>> next;
        for (const auto& head : products) {
            for (const auto& tail : all_prunings(tree, i)) {
                next.push_back(head);
                next.back().insert(next.back().end(), tail.begin(), tail.end());
            }
        }
        products = std::move(next);
    }
    all.insert(all.end(), products.begin(), products.end());
    return all;
}

// The leaves that a mask leaves, by descent from the root.
inline std::vector<std::size_t> leaves_of(const Tree& tree, const Mask& mask) {
    std::vector<std::size_t> open{0};
    std::vector<std::size_t> leaves;
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (tree.is_leaf(node) || mask[node]) {
            leaves.push_back(node);
            continue;
        }
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            open.push_back(i);
        }
    }
    std::sort(leaves.begin(), leaves.end());
    return leaves;
}

inline double sum_at(const std::vector<double>& values, const std::vector<std::size_t>& nodes) {
    double sum = 0.0;
    for (const std::size_t node : nodes) sum += values[node];
    return sum;
}

// The error of a class answered against counts, from the definition.
inline std::vector<double> errors_by_definition(const Tree& tree,
                                                const std::vector<double>& counts) {
    std::vector<double> errors;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        std::size_t source = node;
        while (total(tree.node_counts(source)) == 0.0 && source > 0) {
            source = static_cast<std::size_t>(tree.parent[source]);
        }
        const auto own = tree.node_counts(source);
        const auto k = own.size();
        const auto best =
            static_cast<std::size_t>(std::max_element(own.begin(), own.end()) - own.begin());
        errors.push_back(total(std::span(counts).subspan(node * k, k)) - counts[node * k + best]);
    }
    return errors;
}

inline std::vector<double> random_held_out(Engine& engine, const Tree& tree) {
    const auto k = static_cast<std::size_t>(tree.n_classes);
    std::vector<double> counts(tree.counts.size(), 0.0);
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        for (std::size_t c = 0; c < k; ++c) {
            double& count = counts[node * k + c];
            if (tree.is_leaf(node) && below(engine, 3) > 0) {
                count += static_cast<double>(below(engine, 4));
            }
            if (node > 0) counts[static_cast<std::size_t>(tree.parent[node]) * k + c] += count;
        }
    }
    counts[0] = std::max(counts[0], 1.0);
    return counts;
}

inline Tree small_tree(Engine& engine) {
    return random_tree(engine, {below(engine, 7), 3, false, false, below(engine, 2) == 0});
}

inline std::vector<double> some_tests(const Tree& tree) {
    return std::vector<double>(tree.n_nodes(), 9.0);
}

// A stump over two leaves.
inline Tree stump(const std::vector<double>& left, const std::vector<double>& right) {
    std::vector<double> sum(left.size());
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] = left[c] + right[c];
    GrowingTree tree(sum, 0);
    const NodeId first = tree.split(0, AxisTest{0, 0.0, 0.0}, MissingRule::fill, 2);
    tree[first].counts = left;
    tree[first + 1].counts = right;
    return freeze(tree, full_basis(), kFeatures, static_cast<std::int32_t>(left.size()));
}

}  // namespace obliqua::testing
