// From rows to leaves and class distributions, for batches, without recursion or allocation
// per row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// Throws InvalidInput unless the table has the tree's number of features and each has the kind
// that the tree's terms and tests read. Every function below begins with it, and refuses
// infinite values.
void require_columns(const Tree& tree, const Columns& columns);

// The leaf each row ends in. With fractional missing values: the leaf of the largest share, the
// smallest id of equals.
void apply(const Tree& tree, const Columns& columns, std::span<std::int32_t> leaves,
           std::size_t threads, Monitor& monitor);

// Per row, n_classes shares that sum to one: the leaf's class distribution, or the shares'
// weighted mean of several (Quinlan 1993) when values are missing. A leaf that no training
// weight reached answers as its nearest ancestor that some did.
void distributions(const Tree& tree, const Columns& columns, std::span<double> out,
                   std::size_t threads, Monitor& monitor);

// The class with the largest share, the smaller of equals.
void classify(const Tree& tree, const Columns& columns, std::span<std::int32_t> classes,
              std::size_t threads, Monitor& monitor);

// The label of that class.
void label(const Tree& tree, const Columns& columns, std::span<const std::int64_t> labels,
           std::span<std::int64_t> out, std::size_t threads, Monitor& monitor);

// Calls visit(row, leaf, share) for every leaf that a share of a row ends in, from one thread,
// rows in order; the shares of a row sum to one.
void visit_shares(
    const Tree& tree, const Columns& columns, std::size_t threads, Monitor& monitor,
    const std::function<void(std::size_t row, std::size_t leaf, double share)>& visit);

// Every node a row passes, in increasing order, as CSR: those of row i are
// [begin[i], begin[i+1]).
struct Paths {
    std::vector<std::int64_t> begin;
    std::vector<std::int32_t> nodes;
};
Paths paths(const Tree& tree, const Columns& columns, Monitor& monitor);

}  // namespace obliqua
