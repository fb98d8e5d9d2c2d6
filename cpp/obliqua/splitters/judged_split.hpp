// What a test makes of a node's rows.
#pragma once

#include <optional>

#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

// The test as it stands, its merit counted by the rule that routes rows. A threshold unit of one
// term is written as the axis or equality test that it is. Nothing when fewer than two children get
// rows, or one gets fewer than `min_samples_leaf`.
std::optional<Split> judged_split(const Training& training, const SplitSettings& settings,
                                  const NodeRows& node, Test test);

}  // namespace obliqua
