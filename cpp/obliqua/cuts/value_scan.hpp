// Exact best cut of a few rows by sorting their values: the kernel's last step, and the whole of
// it for small sets.
#pragma once

#include <algorithm>
#include <vector>

#include "obliqua/cuts/border_scan.hpp"
#include "obliqua/data/columns.hpp"

namespace obliqua {

struct ValuedRow {
    double value;
    double weight;
    ClassId label;
    double share = 1.0;  // of the row; part of `weight` already
};

// Sorts `rows` and calls seen(value, merit) for each allowed border between distinct values, from
// left to right; left are the values up to `value`. `left` holds what precedes the rows; the
// border after the last row is not visited.
template <class Criterion, class Seen>
void scan_values(const Criterion& criterion, std::vector<ValuedRow>& rows, LeftSide& left,
                 const SideLimits& limits, Seen&& seen) {
    std::sort(rows.begin(), rows.end(),
              [](const ValuedRow& a, const ValuedRow& b) { return a.value < b.value; });
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        left.counts[rows[i].label] += rows[i].weight;
        left.weight += rows[i].weight;
        left.rows += rows[i].share;
        if (rows[i].value < rows[i + 1].value && limits.allow(left.rows)) {
            seen(rows[i].value, criterion.merit(left.counts.data(), left.weight));
        }
    }
}

}  // namespace obliqua
