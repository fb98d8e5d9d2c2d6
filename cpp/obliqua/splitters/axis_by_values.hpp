// The axis splitter's general form: sorts the node's own values, so that it serves node means,
// rows in shares and a user's criterion, at the price of a sort per term.
#pragma once

#include <optional>
#include <span>

#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

// Considers terms [begin, end). `fills` are the training means of all terms, used where the node
// knows no value of one.
std::optional<Split> best_axis_by_values(const Training& training, const SplitSettings& settings,
                                         std::span<const double> fills, const NodeRows& node,
                                         std::size_t begin, std::size_t end, Monitor& monitor);

}  // namespace obliqua
