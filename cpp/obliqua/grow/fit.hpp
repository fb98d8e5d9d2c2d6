// From a table to a pruned, frozen tree: choose the rows to grow on, grow, prune, freeze.
#pragma once

#include "obliqua/data/training.hpp"
#include "obliqua/grow/grow.hpp"
#include "obliqua/grow/pruning.hpp"
#include "obliqua/splitters/registry.hpp"
#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

struct FitSpec {
    BasisRecipe basis;
    CriterionChoice criterion;
    SplitterParams splitter;
    MissingPolicy missing = MissingPolicy::mean;
    StoppingRules stopping;
    std::size_t min_samples_leaf = 1;
    PruningParams pruning;
    bool merge_leaves = false;
    std::size_t threads = 1;
};

// `training.basis` holds the terms that tests may use, made by `spec.basis`, and `training.rows`
// the rows to learn from, some of which pruning may hold out. What the searches for the tree's own
// nodes have to tell goes into `report`.
Tree fit(const Training& training, const FitSpec& spec, std::uint64_t seed, Monitor& monitor,
         SearchReport& report);

}  // namespace obliqua
