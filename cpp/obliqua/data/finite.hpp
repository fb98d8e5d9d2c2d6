// Infinite values are refused where tables enter, block by block, while the block is in the cache.
#pragma once

#include <cstddef>

#include "obliqua/data/columns.hpp"

namespace obliqua {

class FiniteCheck {
   public:
    // Keeps a reference.
    explicit FiniteCheck(const Columns& columns);

    // Throws InvalidInput naming the first feature, and its first row, with an infinite value
    // among these rows.
    void require(std::size_t first_row, std::size_t n_rows) const;

   private:
    bool all_finite(const Column& column, std::size_t first_row, std::size_t n_rows) const;

    const Columns& columns_;
    bool rows_in_one_piece_ = false;  // row-major without gaps: a block is one run of values
};

}  // namespace obliqua
