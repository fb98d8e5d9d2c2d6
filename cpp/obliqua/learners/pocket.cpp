#include "obliqua/learners/pocket.hpp"

#include <utility>

namespace obliqua {

namespace {

template <class Unit>
class PocketTraining {
   public:
    PocketTraining(const PatternVectors& patterns, const Targets& targets,
                   std::span<const double> weights, const PocketParams& params, Unit& unit)
        : patterns_(patterns),
          targets_(targets),
          weights_(weights),
          params_(params),
          unit_(unit),
          pocket_(unit),
          most_right_(params.ratchet ? right_weight() : 0.0) {}

    // Whether the answer was right.
    bool present(std::size_t j) {
        const Answer answer = unit_.answer(patterns_[j], targets_.of[j]);
        if (answer.group == targets_.of[j]) {
            ++run_;
            if (run_ == longest_ + 1 && !kept_) offer();
            return true;
        }
        end_run();
        ++corrections_;
        const double c = answer.gap / (2.0 * patterns_.square(j)) + params_.epsilon;
        unit_.correct(patterns_[j], targets_.of[j], answer.group, c);
        return false;
    }

    std::uint64_t corrections() const { return corrections_; }
    bool all_right() { return right_weight() == total_weight(); }

    const Unit& pocket() {
        end_run();
        return pocket_;
    }

   private:
    // The run has become the longest. The weights stay as they are until it ends, so that they are
    // copied once, and judged once.
    void offer() {
        if (params_.ratchet) {
            const double right = right_weight();
            if (!(right > most_right_)) return;
            most_right_ = right;
            longest_ = run_;
        }
        kept_ = true;
    }

    void end_run() {
        if (kept_) {
            pocket_ = unit_;
            if (!params_.ratchet) longest_ = run_;
        }
        kept_ = false;
        run_ = 0;
    }

    double right_weight() {
        double sum = 0.0;
        for (std::size_t j = 0; j < patterns_.n(); ++j) {
            const std::uint32_t group = targets_.of[j];
            if (unit_.answer(patterns_[j], group).group == group) sum += weights_[j];
        }
        return sum;
    }

    double total_weight() const {
        double sum = 0.0;
        for (const double weight : weights_) sum += weight;
        return sum;
    }

    const PatternVectors& patterns_;
    const Targets& targets_;
    std::span<const double> weights_;
    const PocketParams& params_;
    Unit& unit_;
    Unit pocket_;
    double most_right_;
    std::size_t run_ = 0;
    std::size_t longest_ = 0;
    std::uint64_t corrections_ = 0;
    bool kept_ = false;  // the weights of this run go into the pocket
};

}  // namespace

template <class Unit>
Functions PocketLearner::train(const PatternVectors& patterns, Unit unit) {
    PocketTraining<Unit> training(patterns, targets_, examples_.weights(), params_, unit);
    for (std::size_t pass = 0; pass < params_.passes; ++pass) {
        monitor_.poll();
        bool right = true;
        for (const std::uint32_t j : passes_.pass(pass)) right &= training.present(j);
        if (right && training.all_right()) {
            corrections_ += training.corrections();
            return unit.functions();
        }
    }
    corrections_ += training.corrections();
    return training.pocket().functions();
}

Functions PocketLearner::on(const Positions& terms) {
    const PatternVectors patterns(examples_, terms);
    if (targets_.n == 2) return train(patterns, ThresholdUnit(2, patterns.width()));
    return train(patterns, LinearMachine(targets_.n, patterns.width()));
}

}  // namespace obliqua
