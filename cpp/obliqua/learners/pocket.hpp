// The Pocket Algorithm (Gallant 1986; Brodley and Utgoff 1995, section 3.2): absolute error
// correction, keeping the weights with the longest run of right answers.
#pragma once

#include <string_view>

#include "obliqua/learners/passes.hpp"
#include "obliqua/learners/perceptron.hpp"

namespace obliqua {

struct PocketParams {
    static constexpr std::string_view name = "pocket";

    bool ratchet = false;  // weights go into the pocket only if they are right about more weight
    double epsilon = 0.1;
    std::size_t passes = 0;  // it ends sooner where all examples are right

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("ratchet", ratchet);
        visit("epsilon", epsilon);
        visit("passes", passes);
    }
};

class PocketLearner final : public Learner {
   public:
    PocketLearner(const Examples& examples, const Targets& targets, const PocketParams& params,
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
    PocketParams params_;
    Monitor& monitor_;
    Passes passes_;
    std::uint64_t corrections_ = 0;
};

}  // namespace obliqua
