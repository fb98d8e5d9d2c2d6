// Axis-parallel tests `term <= cut` for numeric terms: the exact best cut of all terms.
#pragma once

#include <memory>

#include "obliqua/cuts/candidate.hpp"
#include "obliqua/cuts/code_table.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

class AxisSplitter final : public Splitter {
   public:
    AxisSplitter(const Training& training, SplitSettings settings, std::size_t threads,
                 Monitor& monitor);

    std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                              std::size_t threads) const override;

   private:
    Candidate search_codes(const NodeRows& node, std::size_t threads) const;
    std::optional<Split> split_at(const NodeRows& node, const Candidate& candidate) const;

    const Training& training_;
    SplitSettings settings_;
    std::vector<double> fills_;
    // Absent where values change from node to node (node means) or rows are shared out
    // (fractional), and for a user's criterion, which needs every border: there the values
    // themselves are sorted.
    std::unique_ptr<CodeTable> codes_;
};

}  // namespace obliqua
