// Multivariate tree pruning, MTP: Brodley and Utgoff 1995, section 5.
//
// As in reduced-error pruning, a node becomes a leaf, bottom-up, unless that raises the error on
// the pruning set. Where it would, and all children are leaves, the node's test may itself fit too
// closely: terms are taken out of it one at a time, each time the one whose loss leaves the
// greatest merit, the coefficients being learned anew on the rows that the test came from. That
// goes on while the error on the pruning set does not rise.
#pragma once

#include <cstdint>

#include "obliqua/data/training.hpp"
#include "obliqua/splitters/splitter.hpp"
#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The rows that the tree was grown from, those to prune by, and how its tests were found.
struct MultivariatePruning {
    const Training& grown_from;
    const Training& held_out;
    const Splitter& splitter;
    std::uint64_t seed = 0;
};

Tree prune_multivariate(const Tree& tree, const MultivariatePruning& how, std::size_t threads,
                        Monitor& monitor);

}  // namespace obliqua
