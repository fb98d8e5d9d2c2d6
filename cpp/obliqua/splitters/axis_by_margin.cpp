#include "obliqua/splitters/axis_by_margin.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_search.hpp"
#include "obliqua/splitters/node_matrix.hpp"

namespace obliqua {

// A cut is a step of the hyperplane cut - term = 0, from zero to where it is best.
std::optional<Split> best_axis_by_margin(const Training& training, const SplitSettings& settings,
                                         std::span<const double> fills, const NodeRows& node,
                                         Monitor& monitor) {
    const NodeMatrix matrix(training, node.rows, fills, Scaling::none,
                            settings.criterion.in_ranges());
    const auto steps = make_step_search(
        settings.criterion,
        {matrix.labels(), matrix.weights(), training.n_classes, settings.min_samples_leaf});
    const std::span<const double> ones = matrix.column(matrix.n_terms());
    std::vector<double> values(matrix.n_rows());
    Step best;
    best.merit = -std::numeric_limits<double>::infinity();
    std::size_t best_column = 0;
    for (std::size_t i = 0; i < matrix.n_terms(); ++i) {
        monitor.poll();
        const std::span<const double> column = matrix.column(i);
        std::transform(column.begin(), column.end(), values.begin(), [](double v) { return -v; });
        const double unit = matrix.unit(i);
        const Step step = steps->best(values, ones, best.merit, {unit * unit});
        if (!step.found || (best.found && step.merit <= best.merit)) continue;
        best = step;
        best_column = i;
    }
    if (!best.found) return std::nullopt;
    double below = -std::numeric_limits<double>::infinity();
    double above = std::numeric_limits<double>::infinity();
    for (const double value : matrix.column(best_column)) {
        if (value <= best.delta) below = std::max(below, value);
        if (value > best.delta) above = std::min(above, value);
    }
    const std::int32_t term = matrix.term(best_column);
    const auto at = static_cast<std::size_t>(term);
    return Split{AxisTest{term, between(below, above), fills[at]}, best.merit, above - below, 2,
                 (*training.basis)[at].a};
}

}  // namespace obliqua
