#include "obliqua/incremental/direct_metric.hpp"

#include <algorithm>
#include <string>

#include "obliqua/pruners/description_length.hpp"
#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

struct Named {
    std::string_view name;
    MetricKind kind;
};

constexpr Named kMetrics[] = {
    {"expected-tests", MetricKind::expected_tests},
    {"leaves", MetricKind::leaves},
    {"description-length", MetricKind::description_length},
    {"expected-expense", MetricKind::expected_expense},
    {"misclassification-cost", MetricKind::misclassification_cost},
};

// Weight per class of the rows that end at a node.
std::vector<double> ending_at(const Tree& tree, std::size_t node) {
    const std::span<const double> counts = tree.node_counts(node);
    std::vector<double> ending(counts.begin(), counts.end());
    if (tree.is_leaf(node)) return ending;
    for (std::size_t child = first_child(tree, node); child < end_of_children(tree, node);
         ++child) {
        for (std::size_t i = 0; i < ending.size(); ++i) ending[i] -= tree.node_counts(child)[i];
    }
    return ending;
}

// Mean over rows of what they pay where they end, `price(node)`.
template <class Price>
double mean_over_rows(const Tree& tree, const Price& price) {
    double sum = 0.0;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        sum += total(ending_at(tree, node)) * price(node);
    }
    return sum / total(tree.node_counts(0));
}

std::int32_t tested_feature(const Tree& tree, std::size_t node) {
    const std::int32_t term = tree.test(node).terms[0];
    return tree.test(node).kind == TestKind::equality
               ? term
               : tree.basis[static_cast<std::size_t>(term)].a;
}

double expected_tests(const Tree& tree) {
    std::vector<double> depth(tree.n_nodes(), 0.0);
    for (std::size_t node = 1; node < tree.n_nodes(); ++node) {
        depth[node] = depth[static_cast<std::size_t>(tree.parent[node])] + 1.0;
    }
    return mean_over_rows(tree, [&](std::size_t node) { return depth[node]; });
}

// A feature is paid for once on a path.
bool paid_above(const Tree& tree, std::size_t node, std::int32_t feature) {
    for (std::int32_t up = tree.parent[node]; up >= 0;
         up = tree.parent[static_cast<std::size_t>(up)]) {
        if (tested_feature(tree, static_cast<std::size_t>(up)) == feature) return true;
    }
    return false;
}

double expected_expense(const Tree& tree, const std::vector<double>& costs,
                        const std::vector<bool>& paid) {
    std::vector<double> spent(tree.n_nodes(), 0.0);
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.is_leaf(node)) continue;
        const std::int32_t feature = tested_feature(tree, node);
        const auto f = static_cast<std::size_t>(feature);
        const bool free = paid[f] || paid_above(tree, node, feature);
        for (std::size_t child = first_child(tree, node); child < end_of_children(tree, node);
             ++child) {
            spent[child] = spent[node] + (free ? 0.0 : costs[f]);
        }
    }
    return mean_over_rows(tree, [&](std::size_t node) { return spent[node]; });
}

double misclassification_cost(const Tree& tree, const std::vector<double>& costs) {
    const std::vector<std::int32_t> said = node_classes(tree);
    const auto k = static_cast<std::size_t>(tree.n_classes);
    double sum = 0.0;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        const std::vector<double> ending = ending_at(tree, node);
        for (std::size_t i = 0; i < k; ++i) {
            sum += ending[i] * costs[i * k + static_cast<std::size_t>(said[node])];
        }
    }
    return sum / total(tree.node_counts(0));
}

}  // namespace

MetricKind metric_named(std::string_view name) {
    std::string known;
    for (const Named& metric : kMetrics) {
        if (metric.name == name) return metric.kind;
        known += (known.empty() ? "'" : ", '") + std::string(metric.name) + "'";
    }
    throw InvalidInput("metric '" + std::string(name) + "' is unknown; choose from " + known);
}

double DirectMetric::operator()(const Frozen& frozen, const std::vector<bool>& paid) const {
    const Tree& tree = frozen.tree;
    switch (kind) {
        case MetricKind::expected_tests:
            return expected_tests(tree);
        case MetricKind::leaves:
            return static_cast<double>(
                std::count(tree.first_child.begin(), tree.first_child.end(), kNoNode));
        case MetricKind::description_length:
            return description_length(tree, frozen.tests);
        case MetricKind::expected_expense:
            return expected_expense(tree, feature_costs, paid);
        case MetricKind::misclassification_cost:
            return misclassification_cost(tree, cost_matrix);
    }
    return 0.0;
}

}  // namespace obliqua
