// Pruning by the minimum description length: Utgoff 1995, TR 95-18, section 3.3, after Quinlan
// and Rivest 1989.
//
// A leaf takes 1 + log2(c) + x (log2(i) + log2(c - 1)) bits, with c classes observed at it, and
// x of its i instances not of its own class; a test 1 + log2(t) bits and those of its children,
// with t the number of tests possible there. A node is pruned if it takes fewer bits as a leaf.
#pragma once

#include <span>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The nodes to collapse. `possible_tests` is t for every node, at least 1 for tests and not
// looked at for leaves.
std::vector<bool> prune_description_length(const Tree& tree,
                                           std::span<const double> possible_tests);

// The bits of the tree as it stands.
double description_length(const Tree& tree, std::span<const double> possible_tests);

}  // namespace obliqua
