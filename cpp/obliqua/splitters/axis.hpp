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
    std::optional<Split> search_values(const NodeRows& node, std::size_t threads) const;
    std::optional<Split> split_at(const NodeRows& node, const Candidate& candidate) const;
    // Terms are searched in so many parts at once.
    std::size_t parts(const NodeRows& node, std::size_t threads) const;

    const Training& training_;
    SplitSettings settings_;
    std::vector<double> fills_;
    Monitor& monitor_;
    // Absent for a user's criterion, which needs every border, for one that sees distances, and
    // where missing values make a row's value (node means) or its share (fractional) depend on the
    // node: there the values themselves are sorted.
    std::unique_ptr<CodeTable> codes_;
};

}  // namespace obliqua
