#include "obliqua/pruners/merge_leaves.hpp"

#include <cstddef>
#include <cstdint>

#include "obliqua/pruners/node_counts.hpp"

namespace obliqua {
namespace {

bool same_distribution(const Tree& tree, std::size_t node, std::size_t child) {
    const std::span<const double> outer = tree.node_counts(node);
    const std::span<const double> inner = tree.node_counts(child);
    const double outer_weight = total(outer);
    const double inner_weight = total(inner);
    if (inner_weight == 0.0) return true;  // answers as its parent
    for (std::size_t c = 0; c < outer.size(); ++c) {
        if (inner[c] * outer_weight != outer[c] * inner_weight) return false;
    }
    return true;
}

// Per node, whether only a share of a row may get there.
std::vector<bool> reached_by_shares(const Tree& tree) {
    std::vector<bool> shared(tree.n_nodes());
    for (std::size_t node = 1; node < tree.n_nodes(); ++node) {
        const auto parent = static_cast<std::size_t>(tree.parent[node]);
        const auto rule = static_cast<MissingRule>(tree.missing[parent]);
        shared[node] = shared[parent] || rule == MissingRule::fractional;
    }
    return shared;
}

}  // namespace

std::vector<bool> merge_leaves(const Tree& tree) {
    const std::vector<std::int32_t> classes = node_classes(tree);
    const std::vector<bool> shared = reached_by_shares(tree);
    std::vector<bool> collapse(tree.n_nodes());
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        if (tree.is_leaf(node)) continue;
        bool merge = true;
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            merge = merge && (tree.is_leaf(i) || collapse[i]) && classes[i] == classes[node] &&
                    (!shared[node] || same_distribution(tree, node, i));
        }
        collapse[node] = merge;
    }
    return collapse;
}

}  // namespace obliqua
