// Sequential forward selection (Brodley and Utgoff 1995, section 4.2 and table 3).
#pragma once

#include <string_view>

#include "obliqua/selectors/search.hpp"

namespace obliqua {

struct SFSParams : SearchRules {
    static constexpr std::string_view name = "sfs";
};

// Terms are added while the test may not underfit (section 2.5).
class SFSSelector final : public Selector {
   public:
    explicit SFSSelector(const SearchRules& rules) : rules_(rules) {}
    std::optional<Trial> best(TrialSource& source) const override;

   private:
    SearchRules rules_;
};

}  // namespace obliqua
