// What the grower asks of every splitter: the best test for the rows at a node.
#pragma once

#include <cstdint>
#include <optional>

#include "obliqua/data/training.hpp"
#include "obliqua/random/counter_rng.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

struct Split {
    Test test;
    double merit = 0.0;   // by the criterion; comparable between splitters of one fit
    double margin = 0.0;  // gap around the cut, perpendicular for linear tests; NaN if not defined
    std::size_t n_children = 2;
};

// A splitter is prepared once per fit and then asked from several threads at once: what it
// needs to remember between nodes belongs in its own per-thread scratch.
class Splitter {
   public:
    virtual ~Splitter() = default;
    // Nothing when no test separates the rows within the stopping rules. `key` names the node's
    // random stream; `depth` is the root's zero.
    virtual std::optional<Split> best(const NodeRows& node, const StreamKey& key) const = 0;
};

}  // namespace obliqua
