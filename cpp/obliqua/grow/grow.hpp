// The one top-down grower: asks a splitter for the best test at every node that may be split.
#pragma once

#include "obliqua/data/training.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

struct StoppingRules {
    std::size_t max_depth = 0;  // 0: no limit
    std::size_t min_samples_split = 2;
    std::size_t max_leaf_nodes = 0;  // 0: no limit; otherwise the best test anywhere comes first
};

struct GrowSettings {
    StoppingRules stopping;
    MissingRule missing = MissingRule::fill;
    std::uint64_t seed = 0;
    std::size_t threads = 1;
};

// What it freezes to is the same for any number of threads.
GraftedTree grow(const Training& training, const Splitter& splitter, const GrowSettings& settings,
                 Monitor& monitor);

}  // namespace obliqua
