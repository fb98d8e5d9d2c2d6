// MOC2 (Wu, Bennett, Cristianini and Shawe-Taylor 2000, section 4.4): the twoing rule, half of it
// over the rows outside a band along the hyperplane,
//     (|MT_L| / n) (|MT_R| / n) sum_i |L_i/T_L - R_i/T_R| sum_i |ML_i/MT_L - MR_i/MT_R|,
// where M counts the rows with |w x + b| >= 1.
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>

#include "obliqua/criteria/partition.hpp"

namespace obliqua {

class MOC2 {
   public:
    struct Rules {
        static constexpr std::string_view name = "moc2";

        // Distances are taken with every term's range at the node as its unit.
        static constexpr bool in_ranges = true;
        // Merits are made of counts: what is better is so by at least a row.
        static constexpr double least_gain = 0.0;

        double band = 0.05;  // 1 / |w|: how far from the hyperplane the band reaches on each side

        template <class Visitor>
        void fields(Visitor&& visit) {
            visit("band", band);
        }
    };

    // Class weights on one side of the hyperplane, and of those outside the band.
    struct Sides {
        const double* left;
        const double* left_outside;
        const double* right_outside;
    };

    MOC2(const double* total, std::size_t k) : total_(total), k_(k), n_(sum_of(total, k)) {}

    double merit(const Sides& sides) const {
        const double n_left = sum_of(sides.left, k_);
        const double m_left = sum_of(sides.left_outside, k_);
        const double m_right = sum_of(sides.right_outside, k_);
        if (!(m_left > 0.0 && m_right > 0.0)) return 0.0;
        double all = 0.0;
        double outside = 0.0;
        for (std::size_t i = 0; i < k_; ++i) {
            all += std::abs(sides.left[i] / n_left - (total_[i] - sides.left[i]) / (n_ - n_left));
            outside += std::abs(sides.left_outside[i] / m_left - sides.right_outside[i] / m_right);
        }
        return (m_left / n_) * (m_right / n_) * all * outside;
    }

   private:
    const double* total_;
    std::size_t k_;
    double n_;
};

}  // namespace obliqua
