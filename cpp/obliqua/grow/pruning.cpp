#include "obliqua/grow/pruning.hpp"

#include <array>
#include <string>
#include <utility>

#include "obliqua/grow/possible_tests.hpp"
#include "obliqua/grow/row_sets.hpp"
#include "obliqua/pruners/cost_complexity.hpp"
#include "obliqua/pruners/description_length.hpp"
#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/pruners/pessimistic.hpp"
#include "obliqua/pruners/reduced_error.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {

namespace {

constexpr std::array<std::pair<std::string_view, PruningMethod>, 7> kMethods{{
    {"none", PruningMethod::none},
    {"cost-complexity", PruningMethod::cost_complexity},
    {"cost-complexity-cv", PruningMethod::cost_complexity_cv},
    {"reduced-error", PruningMethod::reduced_error},
    {"pessimistic", PruningMethod::pessimistic},
    {"mdl", PruningMethod::mdl},
    {"multivariate", PruningMethod::multivariate},
}};

}  // namespace

PruningMethod pruning_named(std::string_view name) {
    std::string known;
    for (const auto& [candidate, method] : kMethods) {
        if (candidate == name) return method;
        known += (known.empty() ? "'" : ", '") + std::string(candidate) + "'";
    }
    throw InvalidInput("pruning '" + std::string(name) + "' is unknown; choose from " + known);
}

Tree prune(const Tree& tree, const Training& sample, const PruningParams& params,
           std::size_t threads, Monitor& monitor) {
    switch (params.method) {
        case PruningMethod::none:
            return tree;
        case PruningMethod::cost_complexity:
            return collapsed(
                tree, prune_cost_complexity(tree, counts_at_nodes(tree, sample, threads, monitor),
                                            static_cast<double>(sample.rows.size()), params.se));
        case PruningMethod::reduced_error:
            return collapsed(
                tree, prune_reduced_error(tree, counts_at_nodes(tree, sample, threads, monitor)));
        case PruningMethod::pessimistic:
            return collapsed(tree, prune_pessimistic(tree, params.confidence));
        case PruningMethod::mdl:
            return collapsed(tree, prune_description_length(tree, possible_tests(tree, sample)));
        case PruningMethod::cost_complexity_cv:
            throw InvalidInput(
                "pruning 'cost-complexity-cv' belongs to fit: it grows a tree per fold");
        case PruningMethod::multivariate:
            throw InvalidInput(
                "pruning 'multivariate' belongs to fit: it learns tests anew, on the rows that the "
                "tree was grown from");
    }
    return tree;
}

}  // namespace obliqua
