// Heuristic sequential search (Brodley and Utgoff 1995, section 4.4): forward where one term alone
// is better than all together, else backward.
#pragma once

#include <string_view>

#include "obliqua/selectors/search.hpp"

namespace obliqua {

struct HSSParams : SearchRules {
    static constexpr std::string_view name = "hss";
};

class HSSSelector final : public Selector {
   public:
    explicit HSSSelector(const SearchRules& rules) : rules_(rules) {}
    std::optional<Trial> best(TrialSource& source) const override;

   private:
    SearchRules rules_;
};

}  // namespace obliqua
