// One hyperplane for one node: climbs from several starts, on all rows or on growing samples.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "obliqua/splitters/coefficient_search.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

struct ObliqueRules {
    ClimbRules climb;
    std::size_t restarts = 20;
    Scaling scaling = Scaling::range;
    // Rows that the search starts from at nodes of ten times as many; 0 for all rows everywhere.
    // The climbs race: the better half goes on each time the sample is doubled, until one is left.
    // The second starts between the class means.
    std::size_t sample = 0;
    bool record = false;
};

struct FoundHyperplane {
    LinearTest test;
    std::uint64_t considered = 0;
    std::vector<NodeTrace> traces;
};

class ObliqueSearch {
   public:
    ObliqueSearch(const Training& training, const SplitSettings& settings,
                  const ObliqueRules& rules, std::span<const double> fills, Monitor& monitor)
        : training_(training),
          settings_(settings),
          rules_(rules),
          fills_(fills),
          monitor_(monitor) {}

    // The first climb starts from `axis` where there is one, the others at random. Nothing when
    // no term varies at the node.
    std::optional<FoundHyperplane> run(const NodeRows& node, const std::optional<Split>& axis,
                                       const StreamKey& key, std::size_t threads) const;

   private:
    struct Run {
        std::uint32_t restart = 0;
        std::optional<LinearTest> from;  // where it starts; at random when there is nothing
        Hyperplane best;
        std::uint64_t considered = 0;
        HyperplaneTrace trace;
    };

    StepRows rows_of(const NodeMatrix& matrix) const;
    void climb(const NodeMatrix& matrix, std::vector<Run>& runs, const StreamKey& key,
               std::size_t threads) const;
    void collect(const NodeMatrix& matrix, const StreamKey& key, std::vector<Run>& runs,
                 FoundHyperplane& found) const;

    const Training& training_;
    const SplitSettings& settings_;
    ObliqueRules rules_;
    std::span<const double> fills_;
    Monitor& monitor_;
};

}  // namespace obliqua
