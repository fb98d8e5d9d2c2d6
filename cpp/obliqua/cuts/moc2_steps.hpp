// The best step by MOC2: twoing over all rows and over those outside the band.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "obliqua/criteria/moc2.hpp"
#include "obliqua/criteria/twoing.hpp"
#include "obliqua/cuts/margin_steps.hpp"

namespace obliqua {

class Moc2StepSearch final : public MarginStepBase {
   public:
    Moc2StepSearch(const MOC2::Rules& rules, const StepRows& rows)
        : MarginStepBase(rows),
          criterion_(total_.data(), rows.n_classes),
          twoing_(total_.data(), rows.n_classes),
          band_(rules.band),
          below_(k()),
          above_(k()) {}

    double merit(std::span<const double> values, const MovingLength& length) override {
        const Above above = above_now(values);
        if (!allowed(above)) return kNever;
        return exact(values, values, 0.0, band_ * length.at(0.0));
    }

    Step best(std::span<const double> values, std::span<const double> slopes, double floor,
              const MovingLength& length) override {
        sort_crossings(values, slopes);
        options_.clear();
        const double total = sum_of(total_.data(), k());
        Above above = above_first(values, slopes);
        for (std::size_t i = 0; i + 1 < passings_.size(); ++i) {
            pass(above, passings_[i]);
            if (passings_[i].point >= passings_[i + 1].point || !allowed(above)) continue;
            const double twoing = twoing_.merit(above.counts.data(), above.weight);
            const double share = above.weight / total;
            const double bound = raised(2.0 * std::sqrt(twoing * share * (1.0 - share)));
            if (bound < floor) continue;
            options_.push_back(
                {bound, between(passings_[i].point, passings_[i + 1].point), twoing, i + 1});
        }
        return best_option(floor, [&](const Option& option) {
            return exact(values, slopes, option.delta, band_ * length.at(option.delta));
        });
    }

   private:
    double exact(std::span<const double> values, std::span<const double> slopes, double delta,
                 double band) {
        for (std::size_t c = 0; c < k(); ++c) {
            double left = 0.0;
            double below = 0.0;
            double above = 0.0;
            for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j) {
                const double value = values[j] + delta * slopes[j];
                const double w = weight(j);
                left += value > 0.0 ? 0.0 : w;
                below += value <= -band ? w : 0.0;
                above += value >= band ? w : 0.0;
            }
            left_[c] = left;
            below_[c] = below;
            above_[c] = above;
        }
        return criterion_.merit({left_.data(), below_.data(), above_.data()});
    }

    MOC2 criterion_;
    Twoing twoing_;
    double band_;
    std::vector<double> below_;
    std::vector<double> above_;
};

}  // namespace obliqua
