// Information gain in bits (Quinlan 1986; the paper's impurity is its reciprocal: Murthy, Kasif
// and Salzberg 1994, appendix B).
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>

#include "obliqua/criteria/partition.hpp"
#include "obliqua/support/logarithm.hpp"

namespace obliqua {

class InfoGain {
   public:
    static constexpr std::string_view name = "info-gain";
    static constexpr bool convex = true;
    static constexpr bool summed = true;
    static constexpr bool has_norm = false;

    InfoGain(const double* total, std::size_t k) : total_(total), k_(k), n_(sum_of(total, k)) {
        node_ = x_log2_x(n_);
        for (std::size_t i = 0; i < k; ++i) node_ -= x_log2_x(total[i]);
    }

    double begin(double) const { return 0.0; }
    double add(double sum, std::size_t i, double left, double) const {
        return sum + (x_log2_x(left) + x_log2_x(total_[i] - left));
    }
    double finish(double sum, double n_left) const {
        const double sides = x_log2_x(n_left) + x_log2_x(n_ - n_left);
        return std::max(0.0, (node_ + (sum - sides)) / n_);
    }

    double merit(const double* left, double n_left) const {
        double sum = begin(n_left);
        for (std::size_t i = 0; i < k_; ++i) sum = add(sum, i, left[i], n_left);
        return finish(sum, n_left);
    }

    // The class terms are convex and separable. The size term -phi(n_L) - phi(n_R) is concave,
    // hence below its tangent at the middle of the box, which is separable too: the maximum of
    // the sum is found class by class at the ends.
    double bound(const Box& box) const {
        const double middle = box.n_low + 0.5 * box.n_inside;
        const double other = n_ - middle;
        if (middle <= 0.0 || other <= 0.0) return node_ / n_;
        const double slope = log2_portable(other) - log2_portable(middle);
        double sum = -x_log2_x(middle) - x_log2_x(other) + slope * (box.n_low - middle);
        for (std::size_t i = 0; i < k_; ++i) {
            const double high = box.low[i] + box.inside[i];
            const double at_low = x_log2_x(box.low[i]) + x_log2_x(total_[i] - box.low[i]);
            const double at_high = x_log2_x(high) + x_log2_x(total_[i] - high);
            sum += std::max(at_low, at_high + slope * box.inside[i]);
        }
        // The sums are of the order n log n, so their rounding is too, however small the gain.
        return std::max(0.0, (node_ + sum) / n_) +
               1e-13 * (1.0 + node_ / n_ + log2_portable(n_ + 1.0));
    }

    static double impurity(const double* left, const double* right, std::size_t k);

   private:
    const double* total_;
    std::size_t k_;
    double n_;
    double node_ = 0.0;
};

}  // namespace obliqua
