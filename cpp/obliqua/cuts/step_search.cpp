#include "obliqua/cuts/step_search.hpp"

#include "obliqua/cuts/bucket_steps.hpp"
#include "obliqua/cuts/custom_steps.hpp"

namespace obliqua {

std::unique_ptr<StepSearch> make_step_search(const CriterionChoice& criterion,
                                             const StepRows& rows) {
    if (criterion.custom) return std::make_unique<CustomStepSearch>(criterion.custom, rows);
    return std::visit(
        [&](auto of) -> std::unique_ptr<StepSearch> {
            return std::make_unique<BucketStepSearch<typename decltype(of)::type>>(rows);
        },
        criterion.built_in);
}

}  // namespace obliqua
