// The best axis test by a criterion that sees distances.
#pragma once

#include <optional>
#include <span>

#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

// `fills` stands for missing values, one per term. Distances are shares of the term's range.
std::optional<Split> best_axis_by_margin(const Training& training, const SplitSettings& settings,
                                         std::span<const double> fills, const NodeRows& node,
                                         Monitor& monitor);

}  // namespace obliqua
