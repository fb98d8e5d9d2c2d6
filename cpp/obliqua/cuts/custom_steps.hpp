// Steps by a user's own criterion, which scores every border in one call.
#pragma once

#include <cmath>
#include <utility>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_base.hpp"

namespace obliqua {

class CustomStepSearch final : public StepBase {
   public:
    CustomStepSearch(ScoreFunction score, const StepRows& rows)
        : StepBase(rows), score_(std::move(score)) {}

    double merit(std::span<const double> values, const MovingLength&) override {
        const Above above = above_now(values);
        if (!allowed(above)) return kNever;
        std::vector<double> below(k());
        for (std::size_t i = 0; i < k(); ++i) below[i] = total_[i] - above.counts[i];
        double score = kNever;
        score_(below.data(), above.counts.data(), 1, k(), &score);
        return std::isnan(score) ? kNever : score;
    }

    Step best(std::span<const double> values, std::span<const double> slopes, double floor,
              const MovingLength&) override {
        crossings_.clear();
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] != 0.0)
                crossings_.push_back(crossing(j, -values[j] / slopes[j], slopes[j]));
        }
        sort(crossings_);
        Above above = above_first(values, slopes);
        std::vector<double> lefts;
        std::vector<double> rights;
        std::vector<double> deltas;
        for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
            above.pass(crossings_[i]);
            if (crossings_[i].point >= crossings_[i + 1].point || !allowed(above)) continue;
            deltas.push_back(between(crossings_[i].point, crossings_[i + 1].point));
            for (std::size_t c = 0; c < k(); ++c) {
                lefts.push_back(total_[c] - above.counts[c]);
                rights.push_back(above.counts[c]);
            }
        }
        if (deltas.empty()) return {};
        std::vector<double> scores(deltas.size());
        score_(lefts.data(), rights.data(), deltas.size(), k(), scores.data());
        Step best{false, floor, 0.0};
        for (std::size_t i = 0; i < deltas.size(); ++i) {
            if (scores[i] > best.merit || (!best.found && scores[i] == floor)) {
                best = {true, scores[i], deltas[i]};
            }
        }
        return best;
    }

   private:
    ScoreFunction score_;
};

}  // namespace obliqua
