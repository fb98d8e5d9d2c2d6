// Tests on sets of terms that a learner finds at one node.
#pragma once

#include <memory>
#include <optional>

#include "obliqua/learners/registry.hpp"
#include "obliqua/selectors/trial.hpp"
#include "obliqua/splitters/learned.hpp"

namespace obliqua {

// The share of the cost of all features that those of some terms have.
class TestCost {
   public:
    TestCost(const Training& training, const TestLimits& limits);
    double of(std::span<const std::int32_t> terms) const;
    double of_feature(std::int32_t feature) const;

   private:
    const Basis& basis_;
    const std::vector<double>& costs_;
    double total_ = 0.0;
};

class LearnedTrials final : public TrialSource {
   public:
    struct Setting {
        const Training& training;
        const SplitSettings& settings;
        const LearnedParams& params;
        const Patterns& patterns;
        std::span<const double> fills;
        Monitor& monitor;
    };

    LearnedTrials(const Setting& setting, const NodeRows& node, const StreamKey& key);

    std::size_t n_terms() const override { return examples_.n_terms(); }
    bool allowed(std::size_t n_terms) const override;
    Trial on(const Positions& terms) override;
    void settle(const Trial& trial) override { learner_->settle(trial.terms); }
    Trial omitting(const Trial& trial, std::size_t place) override;

    // Nothing when rounding, or a rule on leaves, leaves no split.
    std::optional<Split> split(const Trial& trial, const NodeRows& node) const;
    // The places of some terms of the basis; nothing when one is constant here.
    std::optional<Positions> places(std::span<const std::int32_t> terms) const;
    std::uint64_t considered() const { return learner_->considered(); }

   private:
    Targets targets() const;
    Trial judged(Positions terms, Functions functions) const;
    std::vector<double> children_of(const Positions& terms, const Functions& functions) const;

    Setting at_;
    const LearnerParams& learner_params_;
    Examples examples_;
    TestCost cost_;
    Targets targets_;
    std::unique_ptr<Learner> learner_;
    std::unique_ptr<StepSearch> steps_;  // made when a constant is first set anew
};

}  // namespace obliqua
