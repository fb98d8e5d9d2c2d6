// Dividing the rows of a fit: held-out parts, folds, and counting a part at a tree's nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

struct RowParts {
    std::vector<RowIndex> kept;
    std::vector<RowIndex> held_out;
};

// A random `fraction` of the rows held out: at least one, and at least one kept. Both parts keep
// the table's order.
RowParts hold_out(const Training& training, double fraction, std::uint64_t seed);

// `n_folds` disjoint held-out parts, every class spread evenly over them.
std::vector<RowParts> folds(const Training& training, std::size_t n_folds, std::uint64_t seed);

// The sample's weight per class at every node of the tree.
std::vector<double> counts_at_nodes(const Tree& tree, const Training& sample, std::size_t threads,
                                    Monitor& monitor);

}  // namespace obliqua
