// OC1's splitter (Murthy, Kasif and Salzberg 1994, figure 6): the better of the best univariate
// test and the best hyperplane of several climbs.
#pragma once

#include <string>
#include <vector>

#include "obliqua/splitters/oblique_search.hpp"
#include "obliqua/splitters/search_log.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/splitters/univariate.hpp"

namespace obliqua {

struct OC1Params {
    static constexpr std::string_view name = "oc1";

    std::size_t restarts = 20;
    std::size_t jumps = 5;
    std::string order = "sequential";
    std::size_t random_steps = 50;
    double stagnation = 1.0;
    double axis_bias = 0.0;               // share by which a hyperplane must beat an axis test
    std::size_t oblique_min_samples = 0;  // 0: the paper's, see least_rows
    bool axis = true;
    bool oblique = true;
    bool normalize = true;
    std::size_t search_sample = 0;  // see ObliqueRules::sample
    bool record = false;

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("restarts", restarts);
        visit("jumps", jumps);
        visit("order", order);
        visit("random_steps", random_steps);
        visit("stagnation", stagnation);
        visit("axis_bias", axis_bias);
        visit("oblique_min_samples", oblique_min_samples);
        visit("axis", axis);
        visit("oblique", oblique);
        visit("normalize", normalize);
        visit("search_sample", search_sample);
        visit("record", record);
    }
};

class OC1Splitter final : public Splitter {
   public:
    OC1Splitter(const Training& training, const SplitSettings& settings, const OC1Params& params,
                std::size_t threads, Monitor& monitor);

    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const override;
    void report(SearchReport& report) const override { log_.add_to(report); }

   private:
    std::size_t least_rows() const;
    std::optional<Split> best_oblique(const NodeRows& node, const std::optional<Split>& axis,
                                      const StreamKey& key, std::size_t threads) const;

    const Training& training_;
    SplitSettings settings_;
    OC1Params params_;
    std::vector<double> fills_;
    UnivariateSplitter univariate_;
    ObliqueSearch search_;
    mutable SearchLog log_;
};

}  // namespace obliqua
