#include "obliqua/learners/thermal.hpp"

#include <algorithm>
#include <cmath>

namespace obliqua {

namespace {

// Table 1 for one unit or machine.
template <class Unit>
class ThermalTraining {
   public:
    ThermalTraining(const PatternVectors& patterns, const Targets& targets,
                    const ThermalParams& params, Unit& unit)
        : patterns_(patterns),
          targets_(targets),
          params_(params),
          unit_(unit),
          beta_(params.beta) {}

    // Step 3 for one instance; says whether it was corrected.
    bool present(std::size_t j) {
        const double k = error(j);
        if (!(k < beta_)) return false;
        const double c = beta_ * beta_ / (beta_ + k);
        const double* const y = patterns_[j];
        const double change = unit_.correct(y, targets_.of[j], said_, c);
        cool(2.0 * c * std::sqrt(patterns_.square(j)), change);
        return true;
    }

    std::uint64_t corrections() const { return corrections_; }

    // Whether the last 2n corrections were small.
    bool settled() const { return small_run_ >= 2 * (patterns_.width() - 1); }

    // Whether there is nothing left to correct in any instance.
    bool converged() {
        for (std::size_t j = 0; j < patterns_.n(); ++j) {
            if (error(j) < beta_) return false;
        }
        return true;
    }

   private:
    // k of a wrong answer; beyond all temperatures for a right one.
    double error(std::size_t j) {
        const Answer answer = unit_.answer(patterns_[j], targets_.of[j]);
        said_ = answer.group;
        if (said_ == targets_.of[j]) return HUGE_VAL;
        return answer.gap / (2.0 * patterns_.square(j)) + params_.epsilon;
    }

    void cool(double correction, double change) {
        ++corrections_;
        largest_ = std::max(largest_, unit_.magnitude());
        small_run_ = correction / largest_ < params_.alpha ? small_run_ + 1 : 0;
        if (change < 0.0 && grew_) beta_ = params_.cooling * beta_ - params_.decrement;
        grew_ = change > 0.0;
    }

    const PatternVectors& patterns_;
    const Targets& targets_;
    const ThermalParams& params_;
    Unit& unit_;
    double beta_;
    double largest_ = 0.0;
    bool grew_ = false;
    std::size_t small_run_ = 0;
    std::uint32_t said_ = 0;
    std::uint64_t corrections_ = 0;
};

}  // namespace

template <class Unit>
Functions ThermalLearner::train(const PatternVectors& patterns, Unit unit) {
    ThermalTraining<Unit> training(patterns, targets_, params_, unit);
    for (std::size_t pass = 0; pass < params_.max_passes; ++pass) {
        monitor_.poll();
        bool corrected = false;
        for (const std::uint32_t j : passes_.pass(pass)) corrected |= training.present(j);
        if (training.settled() || (!corrected && training.converged())) break;
    }
    corrections_ += training.corrections();
    return unit.functions();
}

Functions ThermalLearner::on(const Positions& terms) {
    const PatternVectors patterns(examples_, terms);
    if (targets_.n == 2) return train(patterns, ThresholdUnit(2, patterns.width()));
    return train(patterns, LinearMachine(targets_.n, patterns.width()));
}

}  // namespace obliqua
