#include "obliqua/pruners/pessimistic.hpp"

#include <cmath>
#include <cstddef>
#include <iterator>

#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

void require_confidence(double confidence) {
    if (confidence > 0.0 && confidence <= 1.0) return;
    throw InvalidInput("confidence must be above 0 and at most 1");
}

double normal_deviate(double confidence) {
    constexpr double kTail[] = {0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00};
    constexpr double kDeviate[] = {4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00};
    std::size_t i = 1;
    while (i + 1 < std::size(kTail) && confidence > kTail[i]) ++i;
    const double part = (confidence - kTail[i - 1]) / (kTail[i] - kTail[i - 1]);
    return kDeviate[i - 1] + (kDeviate[i] - kDeviate[i - 1]) * part;
}

double added_to_none(double cases, double confidence) {
    return cases * (1.0 - std::exp(std::log(confidence) / cases));
}

double added_to_some(double cases, double errors, double confidence) {
    if (errors + 0.5 >= cases) return 0.67 * (cases - errors);
    const double z = normal_deviate(confidence);
    const double z2 = z * z;
    const double seen = errors + 0.5;
    const double rate =
        (seen + z2 / 2.0 + std::sqrt(z2 * (seen * (1.0 - seen / cases) + z2 / 4.0))) / (cases + z2);
    return cases * rate - errors;
}

}  // namespace

double added_errors(double cases, double errors, double confidence) {
    require_confidence(confidence);
    if (cases <= 0.0) return 0.0;
    if (errors < 1e-6) return added_to_none(cases, confidence);
    if (errors >= 0.9999) return added_to_some(cases, errors, confidence);
    const double none = added_to_none(cases, confidence);
    return none + errors * (added_to_some(cases, 1.0, confidence) - none);
}

std::vector<bool> prune_pessimistic(const Tree& tree, double confidence) {
    require_confidence(confidence);
    constexpr double kTolerance = 0.1;  // prune.c
    std::vector<double> errors = leaf_errors(tree);
    std::vector<bool> collapse(tree.n_nodes());
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        errors[node] += added_errors(total(tree.node_counts(node)), errors[node], confidence);
        if (tree.is_leaf(node)) continue;
        double below = 0.0;
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            below += errors[i];
        }
        collapse[node] = errors[node] <= below + kTolerance;
        if (!collapse[node]) errors[node] = below;
    }
    return collapse;
}

}  // namespace obliqua
