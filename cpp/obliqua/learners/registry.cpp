#include "obliqua/learners/registry.hpp"

namespace obliqua {

namespace {

struct Maker {
    const LearnerSetting& at;

    std::unique_ptr<Learner> operator()(const RLSParams& params) const {
        return std::make_unique<RLSLearner>(at.examples, at.targets, params);
    }
    std::unique_ptr<Learner> operator()(const PocketParams& params) const {
        return std::make_unique<PocketLearner>(at.examples, at.targets, params, at.key, at.monitor);
    }
    std::unique_ptr<Learner> operator()(const ThermalParams& params) const {
        return std::make_unique<ThermalLearner>(at.examples, at.targets, params, at.key,
                                                at.monitor);
    }
    std::unique_ptr<Learner> operator()(const CartCyclesParams& params) const {
        const StepRows rows{at.examples.labels(), at.examples.weights(), at.n_classes, 1.0};
        return std::make_unique<CartCyclesLearner>(
            at.examples, params, make_step_search(at.criterion, rows), at.monitor);
    }
};

}  // namespace

bool learns_machines(const LearnerParams& params) {
    return std::holds_alternative<PocketParams>(params) ||
           std::holds_alternative<ThermalParams>(params);
}

bool needs_groups(const LearnerParams& params) {
    return !std::holds_alternative<CartCyclesParams>(params);
}

std::unique_ptr<Learner> make_learner(const LearnerParams& params, const LearnerSetting& setting) {
    return std::visit(Maker{setting}, params);
}

}  // namespace obliqua
