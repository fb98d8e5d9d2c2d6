// Random samples of a node's rows that grow: every sample contains the smaller ones.
#pragma once

#include <span>
#include <vector>

#include "obliqua/data/columns.hpp"
#include "obliqua/random/counter_rng.hpp"

namespace obliqua {

class GrowingSample {
   public:
    GrowingSample(std::span<const RowIndex> rows, const StreamKey& key);

    // `n` different rows in the node's order; all rows when n is not smaller than their number.
    std::vector<RowIndex> first(std::size_t n);

   private:
    std::span<const RowIndex> rows_;
    CounterRng rng_;
    std::vector<std::size_t> drawn_;  // positions, in the order of drawing
    std::vector<bool> taken_;
};

}  // namespace obliqua
