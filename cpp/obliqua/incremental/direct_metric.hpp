// Measures of a whole tree that DMTI minimises: Utgoff 1995, TR 95-18, section 4.2.
#pragma once

#include <string_view>
#include <vector>

#include "obliqua/incremental/frozen.hpp"

namespace obliqua {

enum class MetricKind {
    expected_tests,
    leaves,
    description_length,
    expected_expense,
    misclassification_cost
};

// Throws InvalidInput listing the names when there is no such metric.
MetricKind metric_named(std::string_view name);

struct DirectMetric {
    MetricKind kind = MetricKind::expected_tests;
    std::vector<double> feature_costs;  // one per feature; expense only
    std::vector<double> cost_matrix;    // true class by said class; misclassification only

    // Over all rows at and below the root. A row ends in a leaf, or at a test whose value it
    // lacks. Features of `paid` were looked at above the root, so that they cost nothing.
    double operator()(const Frozen& frozen, const std::vector<bool>& paid) const;
};

}  // namespace obliqua
