// What every pruner needs to know of a node: its class, and who among a labelled sample gets
// there. Pruners work on the frozen tree, where children come after parents: going backwards
// is bottom-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/tree/route.hpp"

namespace obliqua {

// The weight per class of the sample's rows at every node (n_nodes times n_classes), the shares
// of rows with missing values included. A pruning set is seen by the pruners only like this.
// Throws InvalidInput when a class is not one of the tree's or the lengths differ.
std::vector<double> node_counts(const Tree& tree, const Columns& columns,
                                std::span<const ClassId> classes, std::span<const double> weights,
                                std::size_t threads, Monitor& monitor);

// The class a node would answer as a leaf: the smallest index of the largest training count; a
// node without weight answers as its parent.
std::vector<std::int32_t> node_classes(const Tree& tree);

// The weight that a node would misclassify as a leaf, by its training counts or by those of
// `held_out` (see node_counts).
std::vector<double> leaf_errors(const Tree& tree);
std::vector<double> leaf_errors(const Tree& tree, std::span<const double> held_out);

double total(std::span<const double> counts);

// Throws InvalidInput unless there are counts for every node and some weight at the root.
void require_held_out(const Tree& tree, std::span<const double> held_out);

// The children of a test node are [first_child, end_of_children).
inline std::size_t first_child(const Tree& tree, std::size_t node) {
    return static_cast<std::size_t>(tree.first_child[node]);
}
inline std::size_t end_of_children(const Tree& tree, std::size_t node) {
    return first_child(tree, node) + static_cast<std::size_t>(tree.n_children[node]);
}

}  // namespace obliqua
