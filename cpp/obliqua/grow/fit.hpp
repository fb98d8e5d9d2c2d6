// From a table to a pruned, frozen tree: choose the rows to grow on, grow, prune, freeze.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "obliqua/data/training.hpp"
#include "obliqua/grow/grow.hpp"
#include "obliqua/splitters/registry.hpp"
#include "obliqua/support/monitor.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

enum class PruningMethod : std::uint8_t {
    none,
    cost_complexity,
    cost_complexity_cv,
    reduced_error,
    pessimistic,
    mdl,
};

// Throws InvalidInput listing the names when there is no such method.
PruningMethod pruning_named(std::string_view name);

struct PruningParams {
    PruningMethod method = PruningMethod::none;
    double fraction = 0.1;     // of the rows, held out by the methods that need it
    double se = 0.0;           // cost complexity: standard errors from the best
    double confidence = 0.25;  // pessimistic
    std::size_t folds = 10;    // cost complexity by cross-validation
};

struct FitSpec {
    CriterionChoice criterion;
    SplitterParams splitter;
    MissingPolicy missing = MissingPolicy::mean;
    StoppingRules stopping;
    std::size_t min_samples_leaf = 1;
    PruningParams pruning;
    bool merge_leaves = false;
    std::size_t threads = 1;
};

// `training.basis` holds the terms that tests may use. Rows of weight zero are left out.
Tree fit(const Training& training, const FitSpec& spec, std::uint64_t seed, Monitor& monitor);

// Prunes a grown tree by rows it was not grown on.
Tree prune(const Tree& tree, const Training& held_out, const PruningParams& params);

// How many tests each node could have chosen from: cuts between neighbouring values of different
// classes, and categories; what 001, section 3.3 calls t.
std::vector<double> possible_tests(const Tree& tree, const Training& training);

}  // namespace obliqua
