// What a search went through, for those who asked to see it.
#pragma once

#include <cstdint>

#include "obliqua/random/counter_rng.hpp"
#include "obliqua/splitters/coefficient_search.hpp"
#include "obliqua/splitters/node_matrix.hpp"
#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

// In the user's units; hyperplanes that cannot be written so are left out.
NodeTrace node_trace(const NodeMatrix& matrix, const StreamKey& key, std::uint32_t restart,
                     const HyperplaneTrace& hyperplanes);

}  // namespace obliqua
