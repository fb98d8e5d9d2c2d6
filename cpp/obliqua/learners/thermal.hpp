// Thermal training (Frean 1990; Brodley and Utgoff 1995, section 3.3 and table 1): corrections pay
// less attention to large errors, and less and less to all.
#pragma once

#include <string_view>

#include "obliqua/learners/passes.hpp"
#include "obliqua/learners/perceptron.hpp"

namespace obliqua {

struct ThermalParams {
    static constexpr std::string_view name = "thermal";

    double beta = 2.0;          // the temperature at the start
    double cooling = 0.999;     // a: cooling multiplies the temperature by this
    double decrement = 0.0005;  // b: and then takes this away
    double epsilon = 0.1;
    double alpha = 0.01;  // corrections below this share of the magnitude are small
    std::size_t max_passes = 0;

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("beta", beta);
        visit("cooling", cooling);
        visit("decrement", decrement);
        visit("epsilon", epsilon);
        visit("alpha", alpha);
        visit("max_passes", max_passes);
    }
};

class ThermalLearner final : public Learner {
   public:
    ThermalLearner(const Examples& examples, const Targets& targets, const ThermalParams& params,
                   const StreamKey& key, Monitor& monitor)
        : examples_(examples),
          targets_(targets),
          params_(params),
          monitor_(monitor),
          passes_(examples.weights(), key) {}

    Functions on(const Positions& terms) override;
    std::uint64_t considered() const override { return corrections_; }

   private:
    template <class Unit>
    Functions train(const PatternVectors& patterns, Unit unit);

    const Examples& examples_;
    const Targets& targets_;
    ThermalParams params_;
    Monitor& monitor_;
    Passes passes_;
    std::uint64_t corrections_ = 0;
};

}  // namespace obliqua
