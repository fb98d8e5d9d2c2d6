// The rows a tree is grown from: features, terms, classes, weights.
#pragma once

#include <span>
#include <vector>

#include "obliqua/data/basis.hpp"
#include "obliqua/data/columns.hpp"

namespace obliqua {

struct Training {
    const Columns* columns = nullptr;
    const Basis* basis = nullptr;
    std::span<const RowIndex> rows;    // those to learn from; all have weight
    std::span<const ClassId> classes;  // of every row of the table
    std::span<const double> weights;   // likewise; empty when every row weighs one
    std::size_t n_classes = 0;

    double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
};

// The rows at one node. `shares` is empty unless missing values split rows (C4.5), in which
// case it is the fraction of each row that belongs here.
struct NodeRows {
    std::span<const RowIndex> rows;
    std::span<const double> shares;
    std::span<const double> counts;  // weight per class, exact sums

    std::size_t size() const { return rows.size(); }
    double share(std::size_t position) const { return shares.empty() ? 1.0 : shares[position]; }
};

// Sums of shares that make up whole rows may fall short of them by this much.
inline constexpr double kShareRounding = 1e-9;

}  // namespace obliqua
