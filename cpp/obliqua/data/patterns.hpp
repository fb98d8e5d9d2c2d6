// Which rows are alike in every feature, and an order of rows that depends on their values alone:
// sums and draws made in it do not change when a table's rows are shuffled or repeated.
#pragma once

#include <cstdint>
#include <vector>

#include "obliqua/data/training.hpp"

namespace obliqua {

class Patterns {
   public:
    // Of the rows to learn from.
    explicit Patterns(const Training& training);

    // Equal for rows that are alike, smaller for the smaller in the first feature that differs;
    // missing values come last.
    std::uint32_t of(RowIndex row) const { return pattern_[row]; }
    // A row with this pattern.
    RowIndex row(std::uint32_t pattern) const { return rows_[pattern]; }

   private:
    std::vector<std::uint32_t> pattern_;  // of every row of the table
    std::vector<RowIndex> rows_;
};

}  // namespace obliqua
