// CART's discard of terms (Brodley and Utgoff 1995, section 4.5) for any learner: by what omitting
// a term costs while the other weights stay; at the end the remaining ones are learned anew.
// selectors/cart_discard.hpp is the same for CART's own combinations.
#pragma once

#include <string_view>

#include "obliqua/selectors/search.hpp"

namespace obliqua {

struct DiscardParams {
    static constexpr std::string_view name = "cart";

    double beta = 0.0;

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("beta", beta);
    }
};

class DiscardSelector final : public Selector {
   public:
    explicit DiscardSelector(const DiscardParams& params) : params_(params) {}
    std::optional<Trial> best(TrialSource& source) const override;

   private:
    DiscardParams params_;
};

}  // namespace obliqua
