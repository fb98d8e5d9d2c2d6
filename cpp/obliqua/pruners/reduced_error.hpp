// Reduced-error pruning: Quinlan 1987, "Simplifying decision trees", section 3.
//
// Bottom-up, a node becomes a leaf unless that raises the error on the pruning set. Ties prune,
// and so does a node that no row of the pruning set reaches: it has no errors either way. The
// result is the smallest of the pruned trees with the least error on the pruning set.
#pragma once

#include <span>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The nodes to collapse, given the pruning set's node_counts.
std::vector<bool> prune_reduced_error(const Tree& tree, std::span<const double> held_out);

}  // namespace obliqua
