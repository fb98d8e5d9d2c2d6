#include "obliqua/pruners/cost_complexity.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

// A node that becomes a leaf, and what that changes. `link` is g(t), in weight: equal links
// have bit-equal values since division rounds correctly and weights add up exactly.
struct Collapse {
    double link;
    double more_error;
    std::int32_t fewer_leaves;
    std::int32_t node;
};

bool sooner(const Collapse& a, const Collapse& b) { return a.link < b.link; }

// For every subtree the collapses that happen within it as alpha grows, up to its root's own.
//
// Bottom-up instead of Breiman's repeated search for the weakest link, with equal results: the
// cost of a node's best subtree grows with alpha at a rate of its leaves, two at least, that of
// the node as a leaf at one, so they cross once. Whatever would collapse below the node beyond
// the crossing never does, and no ancestor needs to hear of it: each collapse is pushed and
// popped at most once, and O(n log^2 n) covers chains as well as bushes.
class Collapses {
   public:
    Collapses(const Tree& tree, std::vector<double> errors)
        : tree_(tree), errors_(std::move(errors)), below_(tree.n_nodes()) {
        for (std::size_t node = tree.n_nodes(); node-- > 0;) {
            if (!tree.is_leaf(node)) settle(node);
        }
    }

    std::vector<Collapse> take_sorted() {
        std::sort_heap(below_[0].begin(), below_[0].end(), sooner);
        return std::move(below_[0]);
    }

   private:
    void settle(std::size_t node) {
        std::vector<Collapse> heap = merged_children(node);
        double error = 0.0;  // of the best subtree just before the latest collapse left in `heap`
        for (std::size_t i = first_child(tree_, node); i < end_of_children(tree_, node); ++i) {
            error += errors_[i];
        }
        std::int32_t leaves = tree_.n_children[node];
        for (;;) {
            const double link = (errors_[node] - error) / (leaves - 1);
            if (heap.empty() || heap.front().link < link) {
                heap.push_back(
                    {link, errors_[node] - error, leaves - 1, static_cast<std::int32_t>(node)});
                std::push_heap(heap.begin(), heap.end(), sooner);
                break;
            }
            error -= heap.front().more_error;
            leaves += heap.front().fewer_leaves;
            std::pop_heap(heap.begin(), heap.end(), sooner);
            heap.pop_back();
        }
        below_[node] = std::move(heap);
    }

    // The smaller heaps are poured into the largest.
    std::vector<Collapse> merged_children(std::size_t node) {
        const auto begin = below_.begin() + tree_.first_child[node];
        const auto end = begin + tree_.n_children[node];
        const auto largest = std::max_element(
            begin, end, [](const auto& a, const auto& b) { return a.size() < b.size(); });
        std::vector<Collapse> heap = std::move(*largest);
        largest->clear();
        for (auto child = begin; child != end; ++child) {
            for (const Collapse& collapse : *child) {
                heap.push_back(collapse);
                std::push_heap(heap.begin(), heap.end(), sooner);
            }
            *child = {};
        }
        return heap;
    }

    const Tree& tree_;
    std::vector<double> errors_;  // as leaves
    std::vector<std::vector<Collapse>> below_;
};

}  // namespace

CostComplexityPath cost_complexity_path(const Tree& tree) {
    CostComplexityPath path;
    path.step.assign(tree.n_nodes(), 0);
    std::vector<double> leaf_error = leaf_errors(tree);
    const double weight = total(tree.node_counts(0));
    const double unit = weight > 0.0 ? weight : 1.0;
    double error = 0.0;
    std::int32_t n_leaves = 0;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (!tree.is_leaf(node)) continue;
        error += leaf_error[node];
        ++n_leaves;
    }
    path.alphas.push_back(0.0);
    path.errors.push_back(error / unit);
    path.n_leaves.push_back(n_leaves);
    if (tree.is_leaf(0)) return path;
    for (const Collapse& collapse : Collapses(tree, std::move(leaf_error)).take_sorted()) {
        const double alpha = std::max(0.0, collapse.link / unit);
        error += collapse.more_error;
        n_leaves -= collapse.fewer_leaves;
        if (alpha > path.alphas.back()) {
            path.alphas.push_back(alpha);
            path.errors.emplace_back();
            path.n_leaves.emplace_back();
        }
        path.errors.back() = error / unit;
        path.n_leaves.back() = n_leaves;
        path.step[static_cast<std::size_t>(collapse.node)] =
            static_cast<std::int32_t>(path.alphas.size());
    }
    return path;
}

std::size_t tree_at(const CostComplexityPath& path, double alpha) {
    assert(alpha >= 0.0);
    const auto beyond = std::upper_bound(path.alphas.begin(), path.alphas.end(), alpha);
    return static_cast<std::size_t>(beyond - path.alphas.begin()) - 1;
}

std::vector<bool> collapse_at(const CostComplexityPath& path, double alpha) {
    const auto last = static_cast<std::int32_t>(tree_at(path, alpha)) + 1;
    std::vector<bool> collapse(path.step.size());
    for (std::size_t node = 0; node < collapse.size(); ++node) {
        collapse[node] = path.step[node] > 0 && path.step[node] <= last;
    }
    return collapse;
}

std::vector<double> held_out_errors(const Tree& tree, const CostComplexityPath& path,
                                    std::span<const double> held_out) {
    require_held_out(tree, held_out);
    const std::vector<double> as_leaf = leaf_errors(tree, held_out);
    // A collapsing node's subtree has by then seen all collapses below it: its error is the
    // last one recorded here.
    std::vector<double> latest = as_leaf;
    std::vector<double> change(path.alphas.size(), 0.0);
    double whole = 0.0;
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        if (tree.is_leaf(node)) {
            whole += as_leaf[node];
            continue;
        }
        double below = 0.0;
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            below += latest[i];
        }
        const std::int32_t step = path.step[node];
        latest[node] = step > 0 ? as_leaf[node] : below;
        if (step > 0) change[static_cast<std::size_t>(step) - 1] += as_leaf[node] - below;
    }
    const double weight = total(held_out.first(static_cast<std::size_t>(tree.n_classes)));
    for (double& error : change) {
        whole += error;
        error = whole / weight;
    }
    return change;
}

std::size_t choose(std::span<const double> errors, double n_rows, double se) {
    if (errors.empty()) throw InvalidInput("there is no tree to choose from");
    if (!(n_rows > 0.0)) throw InvalidInput("the pruning set is empty");
    if (!(se >= 0.0)) throw InvalidInput("prune_se must be 0 or more");
    const double least = *std::min_element(errors.begin(), errors.end());
    const double bound = least + se * std::sqrt(std::max(0.0, least * (1.0 - least)) / n_rows);
    std::size_t chosen = errors.size() - 1;
    while (errors[chosen] > bound) --chosen;
    return chosen;
}

std::vector<bool> prune_cost_complexity(const Tree& tree, std::span<const double> held_out,
                                        double n_rows, double se) {
    const CostComplexityPath path = cost_complexity_path(tree);
    const std::vector<double> errors = held_out_errors(tree, path, held_out);
    return collapse_at(path, path.alphas[choose(errors, n_rows, se)]);
}

std::vector<double> typical_alphas(const CostComplexityPath& path) {
    std::vector<double> typical;
    for (std::size_t i = 0; i + 1 < path.alphas.size(); ++i) {
        // Roots first: the product of two small alphas would underflow.
        typical.push_back(std::sqrt(path.alphas[i]) * std::sqrt(path.alphas[i + 1]));
    }
    typical.push_back(std::numeric_limits<double>::infinity());
    return typical;
}

}  // namespace obliqua
