// The twoing rule (Breiman et al. 1984) as Murthy, Kasif and Salzberg 1994, section 3.3.1 print
// it: (n_L/n)(n_R/n)(sum_i |l_i/n_L - r_i/n_R|)^2 = (sum_i |n l_i - c_i n_L|)^2 / (n^2 n_L n_R).
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

class Twoing {
   public:
    static constexpr std::string_view name = "twoing";
    static constexpr bool convex = true;
    static constexpr bool summed = true;
    static constexpr bool has_norm = true;

    Twoing(const double* total, std::size_t k)
        : total_(total), k_(k), n_(sum_of(total, k)), per_square_(1.0 / (n_ * n_)) {}

    double begin(double) const { return 0.0; }
    double add(double sum, std::size_t i, double left, double n_left) const {
        return sum + std::abs(n_ * left - total_[i] * n_left);
    }
    double finish(double sum, double n_left) const {
        return sum * sum / (n_left * (n_ - n_left)) * per_square_;
    }
    double norm(double sum, double) const { return sum; }
    double step(std::size_t i) const { return 2.0 * (n_ - total_[i]); }

    double merit(const double* left, double n_left) const {
        double sum = begin(n_left);
        for (std::size_t i = 0; i < k_; ++i) sum = add(sum, i, left[i], n_left);
        return finish(sum, n_left);
    }

    double bound(const Box& box) const {
        if (k_ == 2) return corner_bound(*this, box, n_);
        const double weight = steepest_weight(box, n_);
        if (std::isinf(weight)) return tail_bound(box);
        const double sum = farthest(box);
        return raised((sum / n_) * (sum / n_) * weight);
    }

    static double impurity(const double* left, const double* right, std::size_t k) {
        if (both_homogeneous(left, right, k)) return 0.0;
        const double n_left = sum_of(left, k);
        const double n_right = sum_of(right, k);
        const double n = n_left + n_right;
        if (n_left <= 0.0 || n_right <= 0.0) return std::numeric_limits<double>::infinity();
        double sum = 0.0;
        for (std::size_t i = 0; i < k; ++i) sum += std::abs(left[i] / n_left - right[i] / n_right);
        return 1.0 / ((n_left / n) * (n_right / n) * sum * sum);
    }

   private:
    // sum |v_i| where v_i = n l_i - c_i n_L. With signs s_i fixed at the lower corner,
    // |v_i| <= s_i v_i + 2 max(0, how far v_i can go beyond zero), and sum s_i v_i is linear.
    double farthest(const Box& box) const {
        double signed_total = 0.0;
        double overshoot = 0.0;
        double value = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            const double v = n_ * box.low[i] - total_[i] * box.n_low;
            const double up = (n_ - total_[i]) * box.inside[i];
            const double down = total_[i] * (box.n_inside - box.inside[i]);
            value += std::abs(v);
            signed_total += v >= 0.0 ? total_[i] : -total_[i];
            overshoot += std::max(0.0, v >= 0.0 ? down - v : up + v);
        }
        for (std::size_t i = 0; i < k_; ++i) {
            const double v = n_ * box.low[i] - total_[i] * box.n_low;
            const double slope = (v >= 0.0 ? n_ : -n_) - signed_total;
            value += std::max(0.0, slope) * box.inside[i];
        }
        return value + 2.0 * overshoot;
    }

    // sum |v_i| <= 2 n min(n_L, n_R), so merit <= 4 min(n_L, n_R) / max(n_L, n_R).
    double tail_bound(const Box& box) const {
        const double n_high = box.n_low + box.n_inside;
        const double small = std::min(n_high, n_ - box.n_low);
        return small >= n_ - small ? 4.0 : raised(4.0 * small / (n_ - small));
    }

    const double* total_;
    std::size_t k_;
    double n_;
    double per_square_;
};

}  // namespace obliqua
