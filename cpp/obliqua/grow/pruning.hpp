// Which pruner a fit ends with, and pruning a grown tree by given rows.
#pragma once

#include <cstdint>
#include <string_view>

#include "obliqua/data/training.hpp"
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
    multivariate,
};

// Throws InvalidInput listing the names when there is no such method.
PruningMethod pruning_named(std::string_view name);

struct PruningParams {
    PruningMethod method = PruningMethod::none;
    double fraction = 0.1;     // of the rows, held out by the methods that need it
    double se = 0.0;           // cost complexity: standard errors from the best
    double confidence = 0.25;  // pessimistic
    std::size_t folds = 10;    // cost complexity by cross-validation

    bool holds_out() const {
        return method == PruningMethod::cost_complexity || method == PruningMethod::reduced_error ||
               method == PruningMethod::multivariate;
    }
};

// Prunes by `sample`: for cost complexity and reduced error rows the tree was not grown on, for
// description length the rows it was grown on; the pessimistic pruner needs none. Throws
// InvalidInput for the methods that belong to fit: cross-validation must grow trees of its own,
// multivariate pruning must learn tests anew as the tree's own were.
Tree prune(const Tree& tree, const Training& sample, const PruningParams& params,
           std::size_t threads, Monitor& monitor);

}  // namespace obliqua
