// Gain ratio (Quinlan 1986, 1993): information gain over the information of the split itself.
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>

#include "obliqua/criteria/info_gain.hpp"

namespace obliqua {

class GainRatio {
   public:
    static constexpr std::string_view name = "gain-ratio";
    static constexpr bool convex = false;
    static constexpr bool summed = true;
    static constexpr bool has_norm = false;

    GainRatio(const double* total, std::size_t k) : gain_(total, k), n_(sum_of(total, k)) {}

    double begin(double n_left) const { return gain_.begin(n_left); }
    double add(double sum, std::size_t i, double left, double n_left) const {
        return gain_.add(sum, i, left, n_left);
    }
    double finish(double sum, double n_left) const {
        const double information = split_information(n_left);
        return information > 0.0 ? gain_.finish(sum, n_left) / information : 0.0;
    }

    double merit(const double* left, double n_left) const {
        const double information = split_information(n_left);
        return information > 0.0 ? gain_.merit(left, n_left) / information : 0.0;
    }

    // Not convex. The split's information is concave in n_left, so its least is at an end; where
    // that end empties a side, gain <= split information gives one.
    double bound(const Box& box) const {
        const double n_high = box.n_low + box.n_inside;
        if (box.n_low <= 0.0 || n_high >= n_) return 1.0 + 1e-12;
        const double least = std::min(split_information(box.n_low), split_information(n_high));
        if (least <= 0.0) return 1.0 + 1e-12;
        return std::min(1.0 + 1e-12, raised(gain_.bound(box) / least));
    }

    static double impurity(const double* left, const double* right, std::size_t k);

   private:
    double split_information(double n_left) const {
        return (x_log2_x(n_) - x_log2_x(n_left) - x_log2_x(n_ - n_left)) / n_;
    }

    InfoGain gain_;
    double n_;
};

}  // namespace obliqua
