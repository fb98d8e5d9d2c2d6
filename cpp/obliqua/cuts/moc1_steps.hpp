// The best step by MOC1: twoing and the gap between the two sides.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "obliqua/criteria/moc1.hpp"
#include "obliqua/cuts/gap.hpp"
#include "obliqua/cuts/margin_steps.hpp"

namespace obliqua {

class Moc1StepSearch final : public MarginStepBase {
   public:
    Moc1StepSearch(const MOC1::Rules& rules, const StepRows& rows)
        : MarginStepBase(rows), criterion_(total_.data(), rows.n_classes, rules) {}

    double merit(std::span<const double> values, const MovingLength& length) override {
        const Above above = above_now(values);
        if (!allowed(above)) return kNever;
        return criterion_.merit(criterion_.twoing().merit(above.counts.data(), above.weight),
                                gap_of(values) / length.at(0.0));
    }

    Step best(std::span<const double> values, std::span<const double> slopes, double floor,
              const MovingLength& length) override {
        sort_crossings(values, slopes);
        find_options(values, slopes, floor, length);
        return best_option(floor, [&](const Option& option) {
            const double gap = gap_after(values, slopes, option.delta);
            return criterion_.merit(option.twoing, gap / length.at(option.delta));
        });
    }

   private:
    // The nearest row on each side is no farther than the last that came there and the next to
    // leave it; rows that never cross keep their distance.
    struct Nearest {
        double still_above = std::numeric_limits<double>::infinity();
        double still_below = std::numeric_limits<double>::infinity();
        const Passing* risen = nullptr;
        const Passing* sunk = nullptr;
        std::size_t to_rise = 0;
        std::size_t to_sink = 0;
    };

    void find_options(std::span<const double> values, std::span<const double> slopes, double floor,
                      const MovingLength& length) {
        options_.clear();
        Nearest nearest;
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] != 0.0) continue;
            double& still = values[j] > 0.0 ? nearest.still_above : nearest.still_below;
            still = std::min(still, std::abs(values[j]));
        }
        const double total = sum_of(total_.data(), k());
        Above above = above_first(values, slopes);
        for (std::size_t i = 0; i + 1 < passings_.size(); ++i) {
            const Passing& here = passings_[i];
            pass(above, here);
            (here.slope > 0.0 ? nearest.risen : nearest.sunk) = &here;
            if (here.point >= passings_[i + 1].point || !allowed(above)) continue;
            const double delta = between(here.point, passings_[i + 1].point);
            const double gap = raised(widest_gap(nearest, i, delta) / length.at(delta));
            const double share = above.weight / total;
            if (raised(criterion_.merit(4.0 * share * (1.0 - share), gap)) < floor) continue;
            const double twoing = criterion_.twoing().merit(above.counts.data(), above.weight);
            const double bound = raised(criterion_.merit(twoing, gap));
            if (bound >= floor) options_.push_back({bound, delta, twoing, i + 1});
        }
    }

    double widest_gap(Nearest& nearest, std::size_t i, double delta) const {
        const std::size_t end = passings_.size();
        std::size_t& rise = nearest.to_rise;
        std::size_t& sink = nearest.to_sink;
        while (rise < end && (rise <= i || passings_[rise].slope < 0.0)) ++rise;
        while (sink < end && (sink <= i || passings_[sink].slope > 0.0)) ++sink;
        double above = nearest.still_above;
        double below = nearest.still_below;
        const auto distance = [delta](const Passing& passing) {
            return std::abs(passing.slope * (delta - passing.point));
        };
        if (nearest.risen != nullptr) above = std::min(above, distance(*nearest.risen));
        if (sink < end) above = std::min(above, distance(passings_[sink]));
        if (nearest.sunk != nullptr) below = std::min(below, distance(*nearest.sunk));
        if (rise < end) below = std::min(below, distance(passings_[rise]));
        return above + below;
    }

    MOC1 criterion_;
};

}  // namespace obliqua
