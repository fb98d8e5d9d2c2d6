// The axis splitter's general form: sorts the node's own values, so that it serves node means,
// fractional rows and a user's criterion, at the price of a sort per term.
#pragma once

#include <optional>
#include <span>

#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

// `fills` are the training means, used where the node knows no value of a term.
std::optional<Split> best_axis_by_values(const Training& training, const SplitSettings& settings,
                                         std::span<const double> fills, const NodeRows& node);

}  // namespace obliqua
