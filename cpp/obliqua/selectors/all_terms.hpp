// No selection: the test on every term, if it discriminates.
#pragma once

#include <string_view>

#include "obliqua/selectors/search.hpp"

namespace obliqua {

struct AllTermsParams {
    static constexpr std::string_view name = "none";

    template <class Visitor>
    void fields(Visitor&&) {}
};

class AllTermsSelector final : public Selector {
   public:
    std::optional<Trial> best(TrialSource& source) const override {
        if (source.n_terms() == 0) return std::nullopt;
        Trial trial = on_every_term(source);
        return trial.discriminates ? std::optional(std::move(trial)) : std::nullopt;
    }
};

}  // namespace obliqua
