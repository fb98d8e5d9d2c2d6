// One node waiting to be split, with the rows it owns, and how a test deals them to children.
#pragma once

#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/random/counter_rng.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/tree/growing_tree.hpp"

namespace obliqua {

struct Work {
    NodeId node = 0;
    std::size_t depth = 0;
    StreamKey key;
    std::vector<RowIndex> rows;
    std::vector<double> shares;  // empty unless rows are shared out between children
    std::vector<double> counts;

    NodeRows view() const { return {rows, shares, counts}; }
    // Rows count by their shares: under C4.5's rule every row with missing values goes down many
    // branches, and trees would have no end if each part counted as a row.
    double n_rows() const;
};

std::vector<double> count_classes(const Training& training, std::span<const RowIndex> rows,
                                  std::span<const double> shares);

// The children's work; `node` ids are left for the caller. Rows keep their order. Under the
// fractional rule a row whose value is missing goes to every child, its share in proportion to
// the children's known weight (Quinlan 1993, section 3.2).
std::vector<Work> deal(const Training& training, const Work& parent, const Test& test,
                       MissingRule missing, std::size_t n_children);

}  // namespace obliqua
