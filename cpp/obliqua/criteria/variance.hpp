// Sum of variances of the class numbers (Heath, Kasif and Salzberg 1993; Murthy, Kasif and
// Salzberg 1994, appendix B), as the decrease per row. Classes are numbered 1, 2, ... by falling
// frequency at the node, equals by class, as OC1 renumbers them.
//
// With s = sum of number * l, S that of the node: decrease = (n s - S n_L)^2 / (n^2 n_L n_R).
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

inline std::vector<double> numbers_by_frequency(const double* total, std::size_t k) {
    std::vector<std::size_t> order(k);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return total[a] > total[b]; });
    std::vector<double> number(k);
    for (std::size_t rank = 0; rank < k; ++rank)
        number[order[rank]] = static_cast<double>(rank + 1);
    return number;
}

class Variance {
   public:
    static constexpr std::string_view name = "variance";
    static constexpr bool convex = true;
    static constexpr bool summed = true;
    static constexpr bool has_norm = true;

    Variance(const double* total, std::size_t k)
        : k_(k), n_(sum_of(total, k)), number_(numbers_by_frequency(total, k)) {
        for (std::size_t i = 0; i < k; ++i) sum_ += number_[i] * total[i];
    }

    double begin(double n_left) const { return -sum_ * n_left; }
    double add(double sum, std::size_t i, double left, double) const {
        return sum + n_ * number_[i] * left;
    }
    double finish(double sum, double n_left) const {
        return sum * sum / (n_left * (n_ - n_left)) / (n_ * n_);
    }
    double norm(double sum, double) const { return std::abs(sum); }
    double step(std::size_t i) const { return std::abs(n_ * number_[i] - sum_); }

    double merit(const double* left, double n_left) const {
        double sum = begin(n_left);
        for (std::size_t i = 0; i < k_; ++i) sum = add(sum, i, left[i], n_left);
        return finish(sum, n_left);
    }

    double bound(const Box& box) const {
        if (k_ == 2) return corner_bound(*this, box, n_);
        const double weight = steepest_weight(box, n_);
        if (std::isinf(weight)) return tail_bound(box);
        double middle = -sum_ * box.n_low;
        double up = 0.0;
        double down = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            middle += n_ * number_[i] * box.low[i];
            const double step = (n_ * number_[i] - sum_) * box.inside[i];
            (step > 0.0 ? up : down) += step;
        }
        const double farthest = std::max(std::abs(middle + up), std::abs(middle + down));
        return raised((farthest / n_) * (farthest / n_) * weight);
    }

    static double impurity(const double* left, const double* right, std::size_t k) {
        if (both_homogeneous(left, right, k)) return 0.0;
        std::vector<double> total(k);
        for (std::size_t i = 0; i < k; ++i) total[i] = left[i] + right[i];
        const std::vector<double> number = numbers_by_frequency(total.data(), k);
        return spread(left, number) + spread(right, number);
    }

   private:
    static double spread(const double* counts, const std::vector<double>& number) {
        const double n = sum_of(counts, number.size());
        if (n <= 0.0) return 0.0;
        double mean = 0.0;
        for (std::size_t i = 0; i < number.size(); ++i) mean += counts[i] * number[i] / n;
        double sum = 0.0;
        for (std::size_t i = 0; i < number.size(); ++i) {
            sum += counts[i] * (number[i] - mean) * (number[i] - mean);
        }
        return sum;
    }

    // |mean number left - mean number right| <= k - 1, and merit = (n_L n_R / n^2) times its
    // square.
    double tail_bound(const Box& box) const {
        const double n_high = box.n_low + box.n_inside;
        const double small = std::min(n_high, n_ - box.n_low);
        const double share = std::min(0.25, (small / n_));
        const double widest = static_cast<double>(k_) - 1.0;
        return raised(share * widest * widest);
    }

    std::size_t k_;
    double n_;
    std::vector<double> number_;
    double sum_ = 0.0;
};

}  // namespace obliqua
