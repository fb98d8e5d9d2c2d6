// Which rows of a sample pass each node of a frozen tree, in memory for every row once.
#pragma once

#include <cstddef>
#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/tree/test.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

class RowsAtNodes {
   public:
    RowsAtNodes(const Tree& tree, const Training& sample);

    // In the table's order, as the grower keeps them.
    std::vector<RowIndex> at(std::size_t node) const;
    // False below a test that shares rows out among its children: then there are none to list.
    bool whole(std::size_t node) const { return whole_[node]; }

   private:
    void deal(const Tree& tree, const Training& sample, std::size_t node);

    std::vector<RowIndex> rows_;  // those of a node, and so of its subtree, stand together
    std::vector<std::size_t> begin_;
    std::vector<std::size_t> end_;
    std::vector<bool> whole_;
};

// The class counts of each child, child by child, and how many rows each takes.
struct DealtCounts {
    std::vector<double> counts;
    std::vector<std::int64_t> n_rows;
};

DealtCounts dealt_counts(const Training& sample, const std::vector<RowIndex>& rows,
                         const TestView& test, std::size_t n_children);

}  // namespace obliqua
