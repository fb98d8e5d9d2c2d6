// What the grower asks of every splitter: the best test for the rows at a node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "obliqua/criteria/registry.hpp"
#include "obliqua/data/training.hpp"
#include "obliqua/random/counter_rng.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

// What a missing value becomes: the mean (or commonest category) of the whole training table, of
// the node's rows, or a share of every child (C4.5).
enum class MissingPolicy : std::uint8_t { mean, node_mean, fractional };

// Common to all splitters of one fit.
struct SplitSettings {
    CriterionChoice criterion;
    MissingPolicy missing = MissingPolicy::mean;
    double min_samples_leaf = 1.0;  // rows count by their shares, as C4.5's MINOBJS does
};

struct Split {
    Test test;
    double merit = 0.0;   // by the criterion; comparable between splitters of one fit
    double margin = 0.0;  // gap between the two sides, perpendicular for linear tests; or NaN
    std::size_t n_children = 2;
    std::int32_t feature = 0;  // the first feature tested: breaks ties between splitters
};

// The hyperplanes one climb moved to at one node, in the user's units.
struct NodeTrace {
    std::uint64_t path = 0;  // StreamKey::path of the node
    std::uint32_t restart = 0;
    std::int32_t node = -1;  // of the frozen tree, once there is one
    std::vector<LinearTest> hyperplanes;
    std::vector<double> merits;
};

// What a fit's searches have to tell besides the tree.
struct SearchReport {
    std::uint64_t hyperplanes = 0;  // considered, the third column of 000's Table 2
    std::vector<NodeTrace> traces;  // empty unless asked for
};

// Learns one node's test anew on fewer terms, for pruners that simplify tests.
class Relearner {
   public:
    virtual ~Relearner() = default;
    // A test of the same kind with as many children; nothing when none on these terms divides the
    // rows. `terms` are indices into the basis, increasing.
    virtual std::optional<Split> on(std::span<const std::int32_t> terms) = 0;
};

// A splitter is prepared once per fit and then asked from several threads at once.
class Splitter {
   public:
    virtual ~Splitter() = default;
    // Nothing when no test separates the rows within the stopping rules. `key` names the node's
    // random stream; `threads` may be used inside, without any effect on the answer.
    virtual std::optional<Split> best(const NodeRows& node, const StreamKey& key,
                                      std::size_t threads) const = 0;
    // For the rows and the key that `test` was found with; null where tests are not learned.
    virtual std::unique_ptr<Relearner> relearner(const NodeRows&, const Test&,
                                                 const StreamKey&) const {
        return nullptr;
    }
    // Adds what this splitter has done so far.
    virtual void report(SearchReport&) const {}
};

// Better merit wins, then the smaller feature.
inline bool preferred(const Split& a, const Split& b) {
    return a.merit > b.merit || (a.merit == b.merit && a.feature < b.feature);
}

}  // namespace obliqua
