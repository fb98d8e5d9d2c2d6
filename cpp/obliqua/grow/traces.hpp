// Which node of the frozen tree each recorded search belongs to.
#pragma once

#include "obliqua/splitters/splitter.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// Names every trace's node, leaves out those of nodes that pruning removed, and puts them in the
// order of nodes and restarts, whatever order threads searched in.
void place_traces(const Tree& tree, std::uint64_t seed, SearchReport& report);

}  // namespace obliqua
