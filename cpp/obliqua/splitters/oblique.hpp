// What all splitters that search for hyperplanes share: a hyperplane competes with the best
// univariate test (Murthy, Kasif and Salzberg 1994, section 3.2).
#pragma once

#include <vector>

#include "obliqua/splitters/search_log.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/splitters/univariate.hpp"

namespace obliqua {

struct ObliqueParams {
    double axis_bias = 0.0;               // share by which a hyperplane must beat an axis test
    std::size_t oblique_min_samples = 0;  // 0: the paper's, see ObliqueSplitter::least_rows
    bool axis = true;
    bool oblique = true;
    bool normalize = true;
    bool record = false;

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("axis_bias", axis_bias);
        visit("oblique_min_samples", oblique_min_samples);
        visit("axis", axis);
        visit("oblique", oblique);
        visit("normalize", normalize);
        visit("record", record);
    }
};

class ObliqueSplitter : public Splitter {
   public:
    // The better of the univariate test and the hyperplane, of those that are asked for.
    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const final;
    void report(SearchReport& report) const final { log_.add_to(report); }

   protected:
    ObliqueSplitter(const Training& training, const SplitSettings& settings,
                    const ObliqueParams& params, std::size_t threads, Monitor& monitor);

    // `axis` is the best univariate test, where there is one.
    virtual std::optional<Split> best_oblique(const NodeRows& node,
                                              const std::optional<Split>& axis,
                                              const StreamKey& key, std::size_t threads) const = 0;
    std::size_t least_rows() const;

    const Training& training_;
    SplitSettings settings_;
    ObliqueParams shared_;
    std::vector<double> fills_;  // one per term, for missing values
    Monitor& monitor_;
    mutable SearchLog log_;

   private:
    UnivariateSplitter univariate_;
};

}  // namespace obliqua
