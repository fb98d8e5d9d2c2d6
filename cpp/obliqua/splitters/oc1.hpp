// OC1's splitter (Murthy, Kasif and Salzberg 1994, figure 6): the better of the best univariate
// test and the best hyperplane of several climbs.
#pragma once

#include <string>

#include "obliqua/selectors/registry.hpp"
#include "obliqua/splitters/oblique.hpp"
#include "obliqua/splitters/oblique_search.hpp"

namespace obliqua {

struct OC1Params : ObliqueParams {
    static constexpr std::string_view name = "oc1";

    std::size_t restarts = 20;
    std::size_t jumps = 5;
    std::string order = "sequential";
    std::size_t random_steps = 50;
    double stagnation = 1.0;
    std::size_t search_sample = 0;  // see ObliqueRules::sample
    SelectorParams selector;        // of the terms that a hyperplane may use

    template <class Visitor>
    void fields(Visitor&& visit) {
        ObliqueParams::fields(visit);
        visit("restarts", restarts);
        visit("jumps", jumps);
        visit("order", order);
        visit("random_steps", random_steps);
        visit("stagnation", stagnation);
        visit("search_sample", search_sample);
        visit("selector", selector);
    }
};

class OC1Splitter final : public ObliqueSplitter {
   public:
    OC1Splitter(const Training& training, const SplitSettings& settings, const OC1Params& params,
                std::size_t threads, Monitor& monitor);

   private:
    std::optional<Split> best_oblique(const NodeRows& node, const std::optional<Split>& axis,
                                      const StreamKey& key, std::size_t threads) const override;

    std::optional<Split> best_selected(const NodeRows& node, const std::optional<Split>& axis,
                                       const StreamKey& key, std::size_t threads) const;

    ObliqueRules rules_;
    ObliqueSearch search_;
    std::unique_ptr<Selector> selector_;  // absent where all terms are used
};

}  // namespace obliqua
