// Exact leave-one-out by subtraction (001, section 5): a row is taken from the tree, classified
// and given back.
#pragma once

#include <vector>

#include "obliqua/incremental/exact_learner.hpp"

namespace obliqua {

// Per row, oldest first, the place in `layout` of the class that the tree without it says; the
// layout's categories are not looked at. Needs two rows.
std::vector<std::int32_t> leave_one_out(ExactLearner& learner, const Layout& layout, bool prune,
                                        Monitor& monitor);

}  // namespace obliqua
