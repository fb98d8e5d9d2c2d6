// MOC1 (Wu, Bennett, Cristianini and Shawe-Taylor 2000, section 4.3): the twoing rule and the
// width of the gap that a hyperplane leaves between the rows on its two sides. The paper minimises
//     (1 - lambda) / twoing + C / margin,  C = lambda log(10 n),
// n being the rows at the node. Merit is the reciprocal, so that it is the twoing rule itself where
// lambda is zero.
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>

#include "obliqua/criteria/twoing.hpp"
#include "obliqua/support/logarithm.hpp"

namespace obliqua {

class MOC1 {
   public:
    struct Rules {
        static constexpr std::string_view name = "moc1";

        // Distances are taken in the terms' own units.
        static constexpr bool in_ranges = false;

        double weight = 0.05;      // lambda
        double least_gain = 0.01;  // a hyperplane that is better by a smaller share is as good

        template <class Visitor>
        void fields(Visitor&& visit) {
            visit("weight", weight);
            visit("least_gain", least_gain);
        }
    };

    MOC1(const double* total, std::size_t k, const Rules& rules)
        : twoing_(total, k),
          keep_(1.0 - rules.weight),
          price_(rules.weight * kLn2 * log2_portable(10.0 * std::max(1.0, sum_of(total, k)))) {}

    const Twoing& twoing() const { return twoing_; }

    // `gap` may be infinite: no hyperplane with these sides is better.
    double merit(double twoing, double gap) const {
        if (!(twoing > 0.0 && gap > 0.0)) return 0.0;
        return 1.0 / (keep_ / twoing + price_ / gap);
    }

   private:
    static constexpr double kLn2 = 0.6931471805599453;

    Twoing twoing_;
    double keep_;
    double price_;
};

}  // namespace obliqua
