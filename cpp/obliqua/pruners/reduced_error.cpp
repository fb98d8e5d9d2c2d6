#include "obliqua/pruners/reduced_error.hpp"

#include <cstddef>

#include "obliqua/pruners/node_counts.hpp"

namespace obliqua {

std::vector<bool> prune_reduced_error(const Tree& tree, std::span<const double> held_out) {
    require_held_out(tree, held_out);
    std::vector<double> errors = leaf_errors(tree, held_out);  // then those of the best subtree
    std::vector<bool> collapse(tree.n_nodes());
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        if (tree.is_leaf(node)) continue;
        double below = 0.0;
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            below += errors[i];
        }
        collapse[node] = errors[node] <= below;
        if (!collapse[node]) errors[node] = below;
    }
    return collapse;
}

}  // namespace obliqua
