// What every criterion sees: class counts at a node, on its left, and ranges of them.
//
// A criterion is a small class built once per node from the node's class counts:
//     Criterion(const double* total, std::size_t k)
//     double merit(const double* left, double n_left) const;  larger is better, >= 0
//     double bound(const Box& box) const;  >= merit of every partition in the box
//     static constexpr std::string_view name;
//     static constexpr bool convex;  in the left counts: then cuts between rows of one class never
//                                    beat the ends of their run (Fayyad and Irani 1992)
//     static constexpr bool summed;  merit is a sum over classes, so that many partitions can be
//                                    evaluated class by class:
//         double begin(double n_left) const;
//         double add(double sum, std::size_t i, double left, double n_left) const;
//         double finish(double sum, double n_left) const;  the merit
//     static constexpr bool has_norm;  merit = norm^2 / (n_left n_right n^2), the norm of a linear
//                                      function of the left counts:
//         double norm(double sum, double n_left) const;
//         double step(std::size_t i) const;  the most it changes with one row of class i
//     static double impurity(const double* left, const double* right, std::size_t k);
// Merit is a pure function of exact counts; equal counts give equal bits everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace obliqua {

// All partitions whose left counts lie between `low` and `low + inside`, class by class.
struct Box {
    const double* low;
    const double* inside;
    double n_low;
    double n_inside;
    bool ends_seen = false;  // the two ends are known to be no better than what is sought
};

// Covers the rounding of a bound's own arithmetic; merits are rarely below 1e-12 of their scale.
inline double raised(double bound) { return bound + 1e-12 * (bound < 0.0 ? -bound : bound); }

inline double sum_of(const double* counts, std::size_t k) {
    double sum = 0.0;
    for (std::size_t i = 0; i < k; ++i) sum += counts[i];
    return sum;
}

inline double largest_of(const double* counts, std::size_t k) {
    double largest = 0.0;
    for (std::size_t i = 0; i < k; ++i) largest = std::max(largest, counts[i]);
    return largest;
}

inline bool homogeneous(const double* counts, std::size_t k) {
    return largest_of(counts, k) == sum_of(counts, k);
}

// Murthy, Kasif and Salzberg 1994, appendix B: two homogeneous sides have impurity zero,
// whatever the measure.
inline bool both_homogeneous(const double* left, const double* right, std::size_t k) {
    return homogeneous(left, k) && homogeneous(right, k);
}

// The largest 1 / (n_left * n_right) while n_left runs over the box. Convex in n_left, hence at
// an end; infinite when an end empties a side, where callers need a bound of their own.
inline double steepest_weight(const Box& box, double n) {
    const double first = box.n_low * (n - box.n_low);
    const double n_high = box.n_low + box.n_inside;
    const double last = n_high * (n - n_high);
    const double least = std::min(first, last);
    return least > 0.0 ? 1.0 / least : std::numeric_limits<double>::infinity();
}

// With two classes a convex merit takes its maximum over the box at one of four corners; corners
// 0 and 3 are its ends.
template <class Criterion>
double corner_bound(const Criterion& criterion, const Box& box, double n) {
    double best = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        if (box.ends_seen && (corner == 0 || corner == 3)) continue;
        const double left[2] = {box.low[0] + ((corner & 1) != 0 ? box.inside[0] : 0.0),
                                box.low[1] + ((corner & 2) != 0 ? box.inside[1] : 0.0)};
        const double n_left = left[0] + left[1];
        if (n_left > 0.0 && n_left < n) best = std::max(best, criterion.merit(left, n_left));
    }
    return raised(best);
}

}  // namespace obliqua
