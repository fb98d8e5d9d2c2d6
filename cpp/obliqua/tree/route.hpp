// From rows to leaves and class distributions, for batches, without recursion or allocation
// per row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The leaf each row ends in. With fractional missing values: the leaf of the largest share,
// the first of equals.
void apply(const Tree& tree, const Columns& columns, std::span<std::int32_t> leaves,
           std::size_t threads, Monitor& monitor);

// Per row, n_classes shares that sum to one: the leaf's class distribution, or the shares'
// weighted mean of several (Quinlan 1993) when values are missing.
void distributions(const Tree& tree, const Columns& columns, std::span<double> out,
                   std::size_t threads, Monitor& monitor);

// The class with the largest share, the smaller of equals.
void classify(const Tree& tree, const Columns& columns, std::span<std::int32_t> classes,
              std::size_t threads, Monitor& monitor);

// Every node a row passes, as CSR: nodes of row i are [begin[i], begin[i+1]).
struct Paths {
    std::vector<std::int64_t> begin;
    std::vector<std::int32_t> nodes;
};
Paths paths(const Tree& tree, const Columns& columns, Monitor& monitor);

}  // namespace obliqua
