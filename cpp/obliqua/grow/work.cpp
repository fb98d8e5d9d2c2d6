#include "obliqua/grow/work.hpp"

#include <cmath>
#include <numeric>

#include "obliqua/tree/flat_test.hpp"

namespace obliqua {

namespace {

struct Dealt {
    std::vector<Work>& children;
    const Training& training;

    void give(std::size_t child, RowIndex row, double share, bool shared) {
        Work& work = children[child];
        work.rows.push_back(row);
        if (shared) work.shares.push_back(share);
        work.counts[training.classes[row]] += training.weight(row) * share;
    }
};

}  // namespace

double Work::n_rows() const {
    if (shares.empty()) return static_cast<double>(rows.size());
    return std::accumulate(shares.begin(), shares.end(), 0.0);
}

std::vector<double> count_classes(const Training& training, std::span<const RowIndex> rows,
                                  std::span<const double> shares) {
    std::vector<double> counts(training.n_classes, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        counts[training.classes[rows[i]]] +=
            training.weight(rows[i]) * (shares.empty() ? 1.0 : shares[i]);
    }
    return counts;
}

std::vector<Work> deal(const Training& training, const Work& parent, const Test& test,
                       MissingRule missing, std::size_t n_children) {
    std::vector<Work> children(n_children);
    for (std::size_t c = 0; c < n_children; ++c) {
        children[c].depth = parent.depth + 1;
        children[c].key = parent.key.child(c);
        children[c].counts.assign(training.n_classes, 0.0);
    }
    const FlatTest flat(test, missing);
    const bool shared = missing == MissingRule::fractional;
    Dealt dealt{children, training};
    std::vector<std::size_t> everywhere;
    for (std::size_t i = 0; i < parent.rows.size(); ++i) {
        const RowIndex row = parent.rows[i];
        const int child = child_of(flat.view, *training.basis, *training.columns, row);
        if (child == kEveryChild) {
            everywhere.push_back(i);
            continue;
        }
        const double share = parent.shares.empty() ? 1.0 : parent.shares[i];
        dealt.give(static_cast<std::size_t>(child), row, share, shared);
    }
    if (everywhere.empty()) return children;
    std::vector<double> part(n_children);
    double known = 0.0;
    for (std::size_t c = 0; c < n_children; ++c) {
        for (const double count : children[c].counts) part[c] += count;
        known += part[c];
    }
    for (const std::size_t i : everywhere) {
        const double share = parent.shares.empty() ? 1.0 : parent.shares[i];
        for (std::size_t c = 0; c < n_children; ++c) {
            const double portion = share * (part[c] / known);
            if (portion > 0.0) dealt.give(c, parent.rows[i], portion, shared);
        }
    }
    return children;
}

}  // namespace obliqua
