// What steps by a margin-aware criterion share: candidates in the order of the crossings, judged
// exactly where a bound from counts and neighbours leaves room. Distances change with the step
// for every row, so that no sums over buckets tell them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_base.hpp"

namespace obliqua {

class MarginStepBase : public StepBase {
   public:
    explicit MarginStepBase(const StepRows& rows) : StepBase(rows), left_(k()) {}

   protected:
    struct Passing {
        double point;
        double slope;
        double weight;
        ClassId label;
    };

    // A step between two crossings, no better than `bound`.
    struct Option {
        double bound;
        double delta;
        double twoing;
        std::size_t after;  // crossings passed, in the order of passings_
    };

    // Fills passings_ in order; rows that never cross are left out.
    void sort_crossings(std::span<const double> values, std::span<const double> slopes) {
        passings_.clear();
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] == 0.0) continue;
            passings_.push_back(
                {-values[j] / slopes[j] + 0.0, slopes[j], weight(j), rows_.labels[j]});
        }
        std::sort(passings_.begin(), passings_.end(),
                  [](const Passing& a, const Passing& b) { return a.point < b.point; });
    }

    static void pass(Above& above, const Passing& passing) {
        above.add(passing.label, passing.weight, passing.slope < 0.0 ? -1.0 : 1.0);
    }

    // The best of options_, the smallest step of equals, by exact(option).
    template <class Exact>
    Step best_option(double floor, Exact&& exact) {
        Step best{false, floor, 0.0};
        std::sort(options_.begin(), options_.end(), [](const Option& a, const Option& b) {
            return a.bound != b.bound ? a.bound > b.bound : a.delta < b.delta;
        });
        for (const Option& option : options_) {
            if (option.bound < best.merit) break;
            const double merit = exact(option);
            if (merit > best.merit ||
                (merit == best.merit && (!best.found || option.delta < best.delta)))
                best = {true, merit, option.delta};
        }
        return best;
    }

    std::vector<Passing> passings_;
    std::vector<Option> options_;
    std::vector<double> left_;
};

}  // namespace obliqua
