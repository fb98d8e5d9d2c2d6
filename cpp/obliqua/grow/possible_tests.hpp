// How many tests a node could have chosen from: t in Utgoff 1995, section 3.3.
#pragma once

#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// Per test node, the cuts between neighbouring values of different classes and the categories
// seen among the rows that reach it; at least 1, and 0 for leaves.
std::vector<double> possible_tests(const Tree& tree, const Training& training);

}  // namespace obliqua
