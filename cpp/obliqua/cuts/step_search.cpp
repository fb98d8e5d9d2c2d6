#include "obliqua/cuts/step_search.hpp"

#include "obliqua/cuts/bucket_steps.hpp"
#include "obliqua/cuts/custom_steps.hpp"
#include "obliqua/cuts/moc1_steps.hpp"
#include "obliqua/cuts/moc2_steps.hpp"

namespace obliqua {

namespace {

struct MarginSteps {
    const StepRows& rows;

    std::unique_ptr<StepSearch> operator()(const MOC1::Rules& rules) const {
        return std::make_unique<Moc1StepSearch>(rules, rows);
    }
    std::unique_ptr<StepSearch> operator()(const MOC2::Rules& rules) const {
        return std::make_unique<Moc2StepSearch>(rules, rows);
    }
};

}  // namespace

std::unique_ptr<StepSearch> make_step_search(const CriterionChoice& criterion,
                                             const StepRows& rows) {
    if (criterion.custom) return std::make_unique<CustomStepSearch>(criterion.custom, rows);
    if (criterion.margin) return std::visit(MarginSteps{rows}, *criterion.margin);
    return std::visit(
        [&](auto of) -> std::unique_ptr<StepSearch> {
            return std::make_unique<BucketStepSearch<typename decltype(of)::type>>(rows);
        },
        criterion.built_in);
}

}  // namespace obliqua
