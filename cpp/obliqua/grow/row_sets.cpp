#include "obliqua/grow/row_sets.hpp"

#include <algorithm>
#include <cmath>

#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/random/counter_rng.hpp"

namespace obliqua {

namespace {

// Streams of their own, so that no node's search shares its draws with the division of rows.
constexpr std::uint32_t kHoldOutStream = 0xFFFFFFFFU;
constexpr std::uint32_t kFoldStream = 0xFFFFFFFEU;

RowParts divided(const Training& training, const std::vector<bool>& out) {
    RowParts parts;
    for (const RowIndex row : training.rows)
        (out[row] ? parts.held_out : parts.kept).push_back(row);
    return parts;
}

}  // namespace

RowParts hold_out(const Training& training, double fraction, std::uint64_t seed) {
    std::vector<RowIndex> order(training.rows.begin(), training.rows.end());
    CounterRng(StreamKey{seed, 0, kHoldOutStream}).shuffle(order.data(), order.size());
    const double wanted = std::nearbyint(fraction * static_cast<double>(order.size()));
    const double most = static_cast<double>(order.size()) - 1.0;
    const auto n = static_cast<std::size_t>(std::max(0.0, std::min(most, std::max(1.0, wanted))));
    std::vector<bool> out(training.columns->n_rows(), false);
    for (std::size_t i = 0; i < n; ++i) out[order[i]] = true;
    return divided(training, out);
}

std::vector<RowParts> folds(const Training& training, std::size_t n_folds, std::uint64_t seed) {
    std::vector<RowIndex> order(training.rows.begin(), training.rows.end());
    CounterRng(StreamKey{seed, 0, kFoldStream}).shuffle(order.data(), order.size());
    std::stable_sort(order.begin(), order.end(), [&](RowIndex a, RowIndex b) {
        return training.classes[a] < training.classes[b];
    });
    std::vector<RowParts> parts;
    for (std::size_t fold = 0; fold < n_folds; ++fold) {
        std::vector<bool> out(training.columns->n_rows(), false);
        for (std::size_t i = fold; i < order.size(); i += n_folds) out[order[i]] = true;
        parts.push_back(divided(training, out));
    }
    return parts;
}

std::vector<double> counts_at_nodes(const Tree& tree, const Training& sample, std::size_t threads,
                                    Monitor& monitor) {
    std::vector<double> weights(sample.columns->n_rows(), 0.0);
    for (const RowIndex row : sample.rows) weights[row] = sample.weight(row);
    return node_counts(tree, *sample.columns, sample.classes, weights, threads, monitor);
}

}  // namespace obliqua
