// Leaves of the same class under one test are merged where no information is lost: no row is
// classified otherwise afterwards. No paper prunes like this; people who read trees ask for it.
#pragma once

#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The nodes to collapse: those that have only leaves, or nodes collapsed like them, of their own
// class below. Where a test further up may send a row to several children, the leaf's whole
// distribution enters the answer, so that there the distributions must be the same too.
std::vector<bool> merge_leaves(const Tree& tree);

}  // namespace obliqua
