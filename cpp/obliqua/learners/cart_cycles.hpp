// CART's cycles over coefficients (Brodley and Utgoff 1995, section 3.4) as one learner among
// others: on standardised terms, symbolic ones too, of all examples.
#pragma once

#include <memory>
#include <string_view>

#include "obliqua/learners/cart.hpp"
#include "obliqua/learners/learner.hpp"

namespace obliqua {

struct CartCyclesParams {
    static constexpr std::string_view name = "cart";

    double epsilon = 0.0;
    std::size_t max_cycles = 0;

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("epsilon", epsilon);
        visit("max_cycles", max_cycles);
    }
};

class CartCyclesLearner final : public Learner {
   public:
    // Judges by the classes themselves, so that it needs no groups.
    CartCyclesLearner(const Examples& examples, const CartCyclesParams& params,
                      std::unique_ptr<StepSearch> steps, Monitor& monitor)
        : examples_(examples),
          rules_{params.epsilon, params.max_cycles},
          steps_(std::move(steps)),
          monitor_(monitor) {}

    Functions on(const Positions& terms) override;
    std::uint64_t considered() const override { return considered_; }

   private:
    const Examples& examples_;
    CartRules rules_;
    std::unique_ptr<StepSearch> steps_;
    Monitor& monitor_;
    std::uint64_t considered_ = 0;
};

}  // namespace obliqua
