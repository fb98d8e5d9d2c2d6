// Sequential backward elimination (Brodley and Utgoff 1995, section 4.1 and table 2), and the same
// guided by weights (section 4.3).
#pragma once

#include <string_view>

#include "obliqua/selectors/search.hpp"

namespace obliqua {

// Leaves out the term whose loss leaves the best test.
struct SBEParams : SearchRules {
    static constexpr std::string_view name = "sbe";
};

// Leaves out the term of smallest weight, of a machine that of smallest dispersion.
struct DSBEParams : SearchRules {
    static constexpr std::string_view name = "dsbe";
};

class SBESelector final : public Selector {
   public:
    explicit SBESelector(const SearchRules& rules) : rules_(rules) {}
    std::optional<Trial> best(TrialSource& source) const override;

   private:
    SearchRules rules_;
};

class DSBESelector final : public Selector {
   public:
    explicit DSBESelector(const SearchRules& rules) : rules_(rules) {}
    std::optional<Trial> best(TrialSource& source) const override;

   private:
    SearchRules rules_;
};

}  // namespace obliqua
