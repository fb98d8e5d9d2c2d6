// Searched hyperplanes on sets of terms, so that selectors choose what OC1 may use (Murthy, Kasif
// and Salzberg 1994, section 3.3.3, which leaves the method open; 003, section 4).
#pragma once

#include <optional>
#include <vector>

#include "obliqua/selectors/trial.hpp"
#include "obliqua/splitters/oblique_search.hpp"
#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

class SearchedTrials final : public TrialSource {
   public:
    struct Setting {
        const Training& training;
        const SplitSettings& settings;
        const ObliqueRules& rules;
        std::span<const double> fills;
        Monitor& monitor;
    };

    // A search starts from `axis`, the best univariate test, where it is on its terms.
    SearchedTrials(const Setting& setting, const NodeRows& node, const std::optional<Split>& axis,
                   const StreamKey& key, std::size_t threads);

    std::size_t n_terms() const override { return at_.training.basis->size(); }
    bool allowed(std::size_t n_terms) const override;
    Trial on(const Positions& terms) override;
    Trial omitting(const Trial& trial, std::size_t place) override;

    std::optional<Split> split(const Trial& trial) const;
    std::uint64_t considered() const { return considered_; }
    std::vector<NodeTrace> traces() && { return std::move(traces_); }

   private:
    Trial judged(const Positions& terms, std::optional<Split> split) const;
    std::optional<LinearTest> searched(const Positions& terms);
    double spread(std::size_t term) const;
    LinearTest test_of(const Trial& trial) const;

    Setting at_;
    const NodeRows& node_;
    const std::optional<Split>& axis_;
    StreamKey key_;
    std::size_t threads_;
    std::uint64_t considered_ = 0;
    std::vector<NodeTrace> traces_;
};

}  // namespace obliqua
