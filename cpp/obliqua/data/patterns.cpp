#include "obliqua/data/patterns.hpp"

#include <algorithm>
#include <cmath>

namespace obliqua {

namespace {

// Negative, zero or positive as the first is smaller than, equal to or larger than the second.
int compared(double a, double b) {
    const bool a_known = !std::isnan(a);
    const bool b_known = !std::isnan(b);
    if (!a_known || !b_known) return static_cast<int>(b_known) - static_cast<int>(a_known);
    return static_cast<int>(a > b) - static_cast<int>(a < b);
}

int compared(const Column& column, RowIndex a, RowIndex b) {
    if (column.kind == FeatureKind::numeric) return compared(column.number(a), column.number(b));
    // As unsigned numbers missing codes are the largest.
    const auto first = static_cast<std::uint32_t>(column.code(a));
    const auto second = static_cast<std::uint32_t>(column.code(b));
    return static_cast<int>(first > second) - static_cast<int>(first < second);
}

int compared(const Columns& columns, RowIndex a, RowIndex b) {
    for (std::size_t feature = 0; feature < columns.n_features(); ++feature) {
        const int order = compared(columns[feature], a, b);
        if (order != 0) return order;
    }
    return 0;
}

}  // namespace

Patterns::Patterns(const Training& training) : pattern_(training.columns->n_rows(), 0) {
    const Columns& columns = *training.columns;
    std::vector<RowIndex> order(training.rows.begin(), training.rows.end());
    std::sort(order.begin(), order.end(),
              [&](RowIndex a, RowIndex b) { return compared(columns, a, b) < 0; });
    for (const RowIndex row : order) {
        if (rows_.empty() || compared(columns, rows_.back(), row) != 0) rows_.push_back(row);
        pattern_[row] = static_cast<std::uint32_t>(rows_.size() - 1);
    }
}

}  // namespace obliqua
