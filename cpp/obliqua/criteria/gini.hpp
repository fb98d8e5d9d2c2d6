// Gini index (Breiman et al. 1984; Murthy, Kasif and Salzberg 1994, appendix B).
//
// The decrease in impurity is sum_i (n l_i - c_i n_L)^2 / (n^2 n_L n_R): nothing cancels.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

class Gini {
   public:
    static constexpr std::string_view name = "gini";
    static constexpr bool convex = true;
    static constexpr bool summed = true;
    static constexpr bool has_norm = true;

    Gini(const double* total, std::size_t k)
        : total_(total), k_(k), n_(sum_of(total, k)), per_square_(1.0 / (n_ * n_)) {
        for (std::size_t i = 0; i < k; ++i) sum_squares_ += total[i] * total[i];
    }

    double begin(double) const { return 0.0; }
    double add(double sum, std::size_t i, double left, double n_left) const {
        const double v = n_ * left - total_[i] * n_left;
        return sum + v * v;
    }
    double finish(double sum, double n_left) const {
        return sum / (n_left * (n_ - n_left)) * per_square_;
    }
    double norm(double sum, double) const { return std::sqrt(sum); }
    double step(std::size_t i) const {
        return std::sqrt(n_ * n_ - 2.0 * n_ * total_[i] + sum_squares_);
    }

    double merit(const double* left, double n_left) const {
        double sum = begin(n_left);
        for (std::size_t i = 0; i < k_; ++i) sum = add(sum, i, left[i], n_left);
        return finish(sum, n_left);
    }

    double bound(const Box& box) const {
        if (k_ == 2) return corner_bound(*this, box, n_);
        const double weight = steepest_weight(box, n_);
        if (std::isinf(weight)) return tail_bound(box);
        return raised(std::min(coupled(box), decoupled(box)) * weight * per_square_);
    }

    static double impurity(const double* left, const double* right, std::size_t k) {
        if (both_homogeneous(left, right, k)) return 0.0;
        const double n_left = sum_of(left, k);
        const double n_right = sum_of(right, k);
        return (n_left * index(left, n_left, k) + n_right * index(right, n_right, k)) /
               (n_left + n_right);
    }

   private:
    static double index(const double* counts, double n, std::size_t k) {
        if (n <= 0.0) return 0.0;
        double sum = 0.0;
        for (std::size_t i = 0; i < k; ++i) sum += (counts[i] / n) * (counts[i] / n);
        return 1.0 - sum;
    }

    // V(low + d) = V(low) + first order + second order, v_i = n l_i - c_i n_L; the first order
    // is linear in d and the second at most n^2 sum d_i^2 + (sum d)^2 sum c_i^2.
    double coupled(const Box& box) const {
        double value = 0.0;
        double mean = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            const double v = n_ * box.low[i] - total_[i] * box.n_low;
            value += v * v;
            mean += v * total_[i];
        }
        double second = box.n_inside * box.n_inside * sum_squares_;
        for (std::size_t i = 0; i < k_; ++i) {
            const double v = n_ * box.low[i] - total_[i] * box.n_low;
            value += std::max(0.0, 2.0 * (n_ * v - mean)) * box.inside[i];
            second += n_ * n_ * box.inside[i] * box.inside[i];
        }
        return value + second;
    }

    // Each v_i at its own farthest end.
    double decoupled(const Box& box) const {
        double value = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            const double v = n_ * box.low[i] - total_[i] * box.n_low;
            const double most = v + (n_ - total_[i]) * box.inside[i];
            const double least = v - total_[i] * (box.n_inside - box.inside[i]);
            value += std::max(most * most, least * least);
        }
        return value;
    }

    // n * decrease = sum l^2/n_L + sum r^2/n_R - sum c^2/n, and sum l^2/n_L <= n_L.
    double tail_bound(const Box& box) const {
        const double n_high = box.n_low + box.n_inside;
        double small = n_high;
        double rest = n_ - n_high;
        double squares = 0.0;
        const bool left_tail = box.n_low <= n_ - n_high;
        if (!left_tail) {
            small = n_ - box.n_low;
            rest = box.n_low;
        }
        for (std::size_t i = 0; i < k_; ++i) {
            const double most = left_tail ? total_[i] - box.low[i] : box.low[i] + box.inside[i];
            squares += most * most;
        }
        if (rest <= 0.0) return 1.0;
        return raised((small + squares / rest - sum_squares_ / n_) / n_);
    }

    const double* total_;
    std::size_t k_;
    double n_;
    double per_square_;
    double sum_squares_ = 0.0;
};

}  // namespace obliqua
