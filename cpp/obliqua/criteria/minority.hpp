// Max minority and sum minority (Heath, Kasif and Salzberg 1993; Murthy, Kasif and Salzberg
// 1994, appendix B), as decreases of the node's own minority, per row.
#pragma once

#include <algorithm>
#include <string_view>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

inline double minority(const double* counts, std::size_t k) {
    return sum_of(counts, k) - largest_of(counts, k);
}

// Combine is max or plus over the two sides' minorities.
template <class Combine>
class Minority {
   public:
    static constexpr std::string_view name = Combine::name;
    static constexpr bool convex = Combine::convex;
    static constexpr bool summed = false;
    static constexpr bool has_norm = false;

    Minority(const double* total, std::size_t k)
        : total_(total), k_(k), n_(sum_of(total, k)), node_(minority(total, k)) {}

    double merit(const double* left, double n_left) const {
        double most_left = 0.0;
        double most_right = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            most_left = std::max(most_left, left[i]);
            most_right = std::max(most_right, total_[i] - left[i]);
        }
        const double sides = Combine::of(n_left - most_left, n_ - n_left - most_right);
        return (node_ - sides) / n_;
    }

    // A minority never shrinks as rows arrive: the left's least is at the lower corner, the
    // right's at the upper. Rounding is monotone here, so the bound needs no allowance.
    double bound(const Box& box) const {
        double most_left = 0.0;
        double most_right = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            most_left = std::max(most_left, box.low[i]);
            most_right = std::max(most_right, total_[i] - box.low[i] - box.inside[i]);
        }
        const double n_right = n_ - box.n_low - box.n_inside;
        return (node_ - Combine::of(box.n_low - most_left, n_right - most_right)) / n_;
    }

    static double impurity(const double* left, const double* right, std::size_t k) {
        return Combine::of(minority(left, k), minority(right, k));
    }

   private:
    const double* total_;
    std::size_t k_;
    double n_;
    double node_;
};

struct LargerSide {
    static constexpr std::string_view name = "max-minority";
    static constexpr bool convex = false;
    static double of(double left, double right) { return std::max(left, right); }
};
struct BothSides {
    static constexpr std::string_view name = "sum-minority";
    static constexpr bool convex = true;
    static double of(double left, double right) { return left + right; }
};

using MaxMinority = Minority<LargerSide>;
using SumMinority = Minority<BothSides>;

}  // namespace obliqua
