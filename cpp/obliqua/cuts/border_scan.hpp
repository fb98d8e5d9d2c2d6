// The heart of the kernel: rows stand in ordered groups, class counts per group are known; which
// border between groups is best, and which groups could hide a better cut inside?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "obliqua/criteria/partition.hpp"
#include "obliqua/data/training.hpp"

namespace obliqua {

// Counts of consecutive groups. Unweighted groups hold k class counts. Weighted ones hold k
// weights and then the number of rows, which stopping rules need.
template <class Count>
struct Groups {
    const Count* counts;
    std::size_t n_groups;
    std::size_t k;

    static constexpr bool kWeighted = !std::is_integral_v<Count>;
    static constexpr std::size_t stride(std::size_t k) { return kWeighted ? k + 1 : k; }

    const Count* group(std::size_t g) const { return counts + g * stride(k); }
    double rows(std::size_t g) const {
        const Count* group_counts = group(g);
        if constexpr (kWeighted) return group_counts[k];
        Count sum = 0;
        for (std::size_t i = 0; i < k; ++i) sum += group_counts[i];
        return static_cast<double>(sum);
    }
};

// What lies left of a position: weight per class, its sum, and rows.
struct LeftSide {
    std::vector<double> counts;
    double weight = 0.0;
    double rows = 0.0;

    explicit LeftSide(std::size_t k) : counts(k, 0.0) {}

    void clear(std::size_t k) {
        counts.assign(k, 0.0);
        weight = 0.0;
        rows = 0.0;
    }

    template <class Count>
    void take(const Groups<Count>& groups, std::size_t g) {
        const Count* added = groups.group(g);
        double sum = 0.0;
        for (std::size_t i = 0; i < groups.k; ++i) {
            counts[i] += static_cast<double>(added[i]);
            sum += static_cast<double>(added[i]);
        }
        weight += sum;
        rows += groups.rows(g);
    }
};

// How many rows each side must keep. Under C4.5's rule rows come in shares, whose sums round.
struct SideLimits {
    double least = 1.0;
    double total = 0.0;

    bool allow_all() const { return least <= 1.0; }
    bool allow(double rows_left) const {
        const double needed = least - kShareRounding;
        return rows_left >= needed && total - rows_left >= needed;
    }
};

// Calls seen(g, merit) for every allowed border after group g, from left to right. Groups are
// taken into `left` as it goes.
template <class Criterion, class Count, class Seen>
void scan_borders(const Criterion& criterion, const Groups<Count>& groups, LeftSide& left,
                  const SideLimits& limits, Seen&& seen) {
    for (std::size_t g = 0; g < groups.n_groups; ++g) {
        if (groups.rows(g) <= 0.0) continue;
        left.take(groups, g);
        if (limits.allow(left.rows)) seen(g, criterion.merit(left.counts.data(), left.weight));
    }
}

// Calls survives(g, left) for every group that holds several rows and whose bound passes
// `hopeful(g, bound)`; `left` is what lies before the group. The borders must have been scanned
// before: where all were allowed, a group's ends are known and one of a single class is settled,
// unless it is the first: should it gain nothing, its first cut ties with its end and is smaller.
template <class Criterion, class Count, class Hopeful, class Survives>
void scan_insides(const Criterion& criterion, const Groups<Count>& groups, LeftSide& left,
                  const SideLimits& limits, Hopeful&& hopeful, Survives&& survives) {
    const bool ends_seen = limits.allow_all();
    std::vector<double> inside(groups.k);
    for (std::size_t g = 0; g < groups.n_groups; ++g) {
        const double rows = groups.rows(g);
        if (rows <= 0.0) continue;
        if (rows > 1.0) {
            const Count* counts = groups.group(g);
            double weight = 0.0;
            double largest = 0.0;
            for (std::size_t i = 0; i < groups.k; ++i) {
                inside[i] = static_cast<double>(counts[i]);
                weight += inside[i];
                largest = std::max(largest, inside[i]);
            }
            const bool one_class = largest == weight;
            const Box box{left.counts.data(), inside.data(), left.weight, weight, ends_seen};
            const bool settled = Criterion::convex && ends_seen && one_class && left.rows > 0.0;
            if (!settled && hopeful(g, criterion.bound(box))) survives(g, left);
        }
        left.take(groups, g);
    }
}

}  // namespace obliqua
