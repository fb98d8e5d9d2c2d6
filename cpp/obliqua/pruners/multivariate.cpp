#include "obliqua/pruners/multivariate.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/pruners/rows_at_nodes.hpp"
#include "obliqua/support/errors.hpp"
#include "obliqua/tree/flat_test.hpp"
#include "obliqua/tree/growing_tree.hpp"

namespace obliqua {
namespace {

using Terms = std::vector<std::int32_t>;

// A test on fewer terms, what it makes of the rows it was learned from, and its errors on the
// pruning set.
struct Simpler {
    Split split;
    DealtCounts children;
    double errors = 0.0;
};

// The streams of random numbers that the grower gave the nodes.
std::vector<StreamKey> keys_of(const Tree& tree, std::uint64_t seed) {
    std::vector<StreamKey> keys(tree.n_nodes());
    keys[0].seed = seed;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.is_leaf(node)) continue;
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            keys[i] = keys[node].child(i - first_child(tree, node));
        }
    }
    return keys;
}

class MultivariatePruner {
   public:
    MultivariatePruner(const Tree& tree, const MultivariatePruning& how, std::size_t threads,
                       Monitor& monitor)
        : tree_(tree),
          how_(how),
          monitor_(monitor),
          errors_(leaf_errors(tree, counts_on_pruning_set(threads))),
          classes_(node_classes(tree)),
          keys_(keys_of(tree, how.seed)),
          grown_from_(tree, how.grown_from),
          held_out_(tree, how.held_out),
          collapse_(tree.n_nodes()),
          simpler_(tree.n_nodes()),
          result_(thaw(tree)) {}

    Tree run() {
        for (std::size_t node = tree_.n_nodes(); node-- > 0;) {
            if (!tree_.is_leaf(node)) decide(node);
        }
        apply();
        return freeze(result_, tree_.basis, tree_.n_features, tree_.n_classes);
    }

   private:
    std::vector<double> counts_on_pruning_set(std::size_t threads) const {
        const Training& sample = how_.held_out;
        std::vector<double> weights(sample.columns->n_rows(), 0.0);
        for (const RowIndex row : sample.rows) weights[row] = sample.weight(row);
        std::vector<double> counts =
            node_counts(tree_, *sample.columns, sample.classes, weights, threads, monitor_);
        require_held_out(tree_, counts);
        return counts;
    }

    void decide(std::size_t node) {
        monitor_.poll();
        double below = 0.0;
        bool over_leaves = true;
        for (std::size_t i = first_child(tree_, node); i < end_of_children(tree_, node); ++i) {
            below += errors_[i];
            over_leaves = over_leaves && (tree_.is_leaf(i) || collapse_[i]);
        }
        collapse_[node] = errors_[node] <= below;
        if (collapse_[node]) return;
        errors_[node] = below;
        if (!over_leaves) return;
        simpler_[node] = simplified(node, below);
        if (simpler_[node]) errors_[node] = simpler_[node]->errors;
    }

    std::optional<Simpler> simplified(std::size_t node, double errors) {
        const std::span<const std::int32_t> tested = tree_.test(node).terms;
        if (tested.size() < 2 || !grown_from_.whole(node) || !held_out_.whole(node)) return {};
        const std::vector<RowIndex> rows = grown_from_.at(node);
        const NodeRows node_rows{rows, {}, tree_.node_counts(node)};
        const Test& test = result_[static_cast<NodeId>(node)].test;
        const auto relearner = how_.splitter.relearner(node_rows, test, keys_[node]);
        if (!relearner) return {};
        const std::vector<RowIndex> judges = held_out_.at(node);
        std::optional<Simpler> found;
        Terms terms(tested.begin(), tested.end());
        while (terms.size() >= 2) {
            std::optional<Split> next = best_removal(*relearner, terms);
            if (!next || next->n_children != n_children(node)) break;
            Simpler simpler = judged(node, std::move(*next), rows, judges);
            if (simpler.errors > errors) break;
            errors = simpler.errors;
            found = std::move(simpler);
        }
        return found;
    }

    // The test of greatest merit on all terms but one, of equal ones that without the smallest
    // term; `terms` becomes its own.
    std::optional<Split> best_removal(Relearner& relearner, Terms& terms) {
        std::optional<Split> best;
        Terms kept;
        for (std::size_t out = 0; out < terms.size(); ++out) {
            monitor_.poll();
            Terms others = terms;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
            std::optional<Split> split = relearner.on(others);
            if (!split || (best && split->merit <= best->merit)) continue;
            best = std::move(split);
            kept = std::move(others);
        }
        if (best) terms = std::move(kept);
        return best;
    }

    Simpler judged(std::size_t node, Split split, const std::vector<RowIndex>& rows,
                   const std::vector<RowIndex>& judges) const {
        const FlatTest flat(split.test, MissingRule::fill);
        Simpler simpler;
        simpler.children = dealt_counts(how_.grown_from, rows, flat.view, split.n_children);
        const DealtCounts seen = dealt_counts(how_.held_out, judges, flat.view, split.n_children);
        const auto k = static_cast<std::size_t>(tree_.n_classes);
        for (std::size_t child = 0; child < split.n_children; ++child) {
            const auto counts = std::span(simpler.children.counts).subspan(child * k, k);
            const auto largest = std::max_element(counts.begin(), counts.end());
            const auto own = *largest > 0.0 ? static_cast<std::size_t>(largest - counts.begin())
                                            : static_cast<std::size_t>(classes_[node]);
            for (std::size_t c = 0; c < k; ++c) {
                if (c != own) simpler.errors += seen.counts[child * k + c];
            }
        }
        simpler.split = std::move(split);
        return simpler;
    }

    void apply() {
        std::vector<std::size_t> open{0};
        while (!open.empty()) {
            const std::size_t node = open.back();
            open.pop_back();
            if (tree_.is_leaf(node)) continue;
            if (collapse_[node]) {
                result_.collapse(static_cast<NodeId>(node));
                continue;
            }
            for (std::size_t i = first_child(tree_, node); i < end_of_children(tree_, node); ++i) {
                open.push_back(i);
            }
        }
        for (std::size_t node = 0; node < tree_.n_nodes(); ++node) {
            if (simpler_[node] && reached(node)) replace(node, *simpler_[node]);
        }
    }

    bool reached(std::size_t node) const {
        while (node > 0) {
            node = static_cast<std::size_t>(tree_.parent[node]);
            if (collapse_[node]) return false;
        }
        return true;
    }

    void replace(std::size_t node, Simpler& simpler) {
        const auto k = static_cast<std::size_t>(tree_.n_classes);
        Node& parent = result_[static_cast<NodeId>(node)];
        parent.test = std::move(simpler.split.test);
        parent.merit = simpler.split.merit;
        parent.margin = simpler.split.margin;
        for (std::size_t c = 0; c < n_children(node); ++c) {
            Node& child = result_[parent.children[c]];
            const auto counts = std::span(simpler.children.counts).subspan(c * k, k);
            child.counts.assign(counts.begin(), counts.end());
            child.n_rows = simpler.children.n_rows[c];
        }
    }

    std::size_t n_children(std::size_t node) const {
        return static_cast<std::size_t>(tree_.n_children[node]);
    }

    const Tree& tree_;
    const MultivariatePruning& how_;
    Monitor& monitor_;
    std::vector<double> errors_;  // on the pruning set: as a leaf, then of the best subtree
    std::vector<std::int32_t> classes_;
    std::vector<StreamKey> keys_;
    RowsAtNodes grown_from_;
    RowsAtNodes held_out_;
    std::vector<bool> collapse_;
    std::vector<std::optional<Simpler>> simpler_;
    GrowingTree result_;
};

}  // namespace

Tree prune_multivariate(const Tree& tree, const MultivariatePruning& how, std::size_t threads,
                        Monitor& monitor) {
    return MultivariatePruner(tree, how, threads, monitor).run();
}

}  // namespace obliqua
