#include "obliqua/splitters/linear_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/tree/flat_test.hpp"

namespace obliqua {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Sides {
    std::vector<double> left;
    double n_left = 0.0;
    double below = -kInfinity;  // the largest value that goes left
    double above = kInfinity;
};

// Terms in order, then the bias, so that the values differ from those of the route by the
// constant alone.
std::vector<double> projections(const Training& training, std::span<const RowIndex> rows,
                                const LinearTest& test) {
    std::vector<double> values(rows.size(), 0.0);
    for (std::size_t j = 0; j < rows.size(); ++j) {
        for (std::size_t i = 0; i < test.terms.size(); ++i) {
            const auto term = static_cast<std::size_t>(test.terms[i]);
            double value = term_value((*training.basis)[term], *training.columns, rows[j]);
            if (std::isnan(value)) value = test.fills[i];
            values[j] += test.weights[i] * value;
        }
    }
    return values;
}

Sides sides_of(const Training& training, std::span<const RowIndex> rows, const Test& test,
               std::span<const double> values) {
    Sides sides;
    sides.left.assign(training.n_classes, 0.0);
    const FlatTest flat(test, MissingRule::fill);
    for (std::size_t j = 0; j < rows.size(); ++j) {
        const RowIndex row = rows[j];
        if (child_of(flat.view, *training.basis, *training.columns, row) == 0) {
            sides.left[training.classes[row]] += training.weight(row);
            sides.n_left += 1.0;
            sides.below = std::max(sides.below, values[j]);
        } else {
            sides.above = std::min(sides.above, values[j]);
        }
    }
    return sides;
}

double length_of(const std::vector<double>& weights) {
    double largest = 0.0;
    for (const double weight : weights) largest = std::max(largest, std::abs(weight));
    double sum = 0.0;
    for (const double weight : weights) sum += (weight / largest) * (weight / largest);
    return largest * std::sqrt(sum);
}

// Rows on the line across a hyperplane, in the order of their classes, and who judges their sides.
class Projected {
   public:
    Projected(const Training& training, const SplitSettings& settings,
              std::span<const RowIndex> given, const LinearTest& test)
        : rows(by_class(training, given)), values(projections(training, rows, test)) {
        for (const RowIndex row : rows) {
            labels_.push_back(training.classes[row]);
            if (!training.weights.empty()) weights_.push_back(training.weights[row]);
        }
        steps_ = make_step_search(
            settings.criterion, {labels_, weights_, training.n_classes, settings.min_samples_leaf});
        if (settings.criterion.margin) {
            length_ = {squared_length(training, test, settings.criterion.in_ranges())};
        }
    }

    // The constant that splits the rows.
    Step best_bias() const {
        const std::vector<double> ones(values.size(), 1.0);
        return steps_->best(values, ones, -kInfinity, length_);
    }

    double merit_at(double bias) const {
        std::vector<double> moved(values);
        for (double& value : moved) value += bias;
        return steps_->merit(moved, length_);
    }

    std::vector<RowIndex> rows;
    std::vector<double> values;  // without the bias

   private:
    // Of the normal, as criteria that see distances measure it.
    double squared_length(const Training& training, const LinearTest& test, bool in_ranges) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < test.terms.size(); ++i) {
            double least = in_ranges ? kInfinity : 0.0;
            double most = in_ranges ? -kInfinity : 1.0;
            const Term& term = (*training.basis)[static_cast<std::size_t>(test.terms[i])];
            for (std::size_t j = 0; in_ranges && j < rows.size(); ++j) {
                const RowIndex row = rows[j];
                double value = term_value(term, *training.columns, row);
                if (std::isnan(value)) value = test.fills[i];
                least = std::min(least, value);
                most = std::max(most, value);
            }
            const double weight = test.weights[i] * (most - least);
            sum += weight * weight;
        }
        return sum;
    }

    std::vector<ClassId> labels_;
    std::vector<double> weights_;
    std::unique_ptr<StepSearch> steps_;
    MovingLength length_;
};

std::optional<Split> judged(const Training& training, const SplitSettings& settings,
                            const NodeRows& node, const Projected& projected, LinearTest test) {
    const std::int32_t feature = (*training.basis)[static_cast<std::size_t>(test.terms[0])].a;
    Sides sides = sides_of(training, projected.rows, test, projected.values);
    double margin = (sides.above - sides.below) / length_of(test.weights);
    double bias = test.bias;
    Test stored;
    if (test.terms.size() == 1) {
        // Midpoints of the values themselves read better than those of the crossings.
        stored = AxisTest{test.terms[0], between(sides.below, sides.above), test.fills[0]};
        sides = sides_of(training, projected.rows, stored, projected.values);
        margin = sides.above - sides.below;
        bias = -std::get<AxisTest>(stored).cut;
    } else {
        stored = std::move(test);
    }
    const auto n = static_cast<double>(node.size());
    if (sides.n_left < settings.min_samples_leaf || n - sides.n_left < settings.min_samples_leaf)
        return std::nullopt;
    const double merit = settings.criterion.margin
                             ? projected.merit_at(bias)
                             : merit_of(settings.criterion, sides.left.data(), node.counts.data(),
                                        training.n_classes);
    return Split{std::move(stored), merit, margin, 2, feature};
}

}  // namespace

void drop_idle_terms(const NodeMatrix& matrix, StepSearch& steps, Hyperplane& hyperplane) {
    const std::span<const double> ones = matrix.column(matrix.n_terms());
    std::vector<std::size_t> order(matrix.n_terms());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(hyperplane.weights[a]) < std::abs(hyperplane.weights[b]);
    });
    auto left = static_cast<std::size_t>(std::count_if(
        order.begin(), order.end(), [&](std::size_t i) { return hyperplane.weights[i] != 0.0; }));
    for (bool dropped = true; dropped && left > 1;) {
        dropped = false;
        for (const std::size_t i : order) {
            if (hyperplane.weights[i] == 0.0 || left == 1) continue;
            // Summed anew: what subtracting a term leaves of rounding would tell equal rows apart.
            const double weight = std::exchange(hyperplane.weights[i], 0.0);
            const Step step = steps.best(matrix.values(hyperplane.weights), ones, hyperplane.merit,
                                         matrix.length(hyperplane.weights));
            if (!step.found) {
                hyperplane.weights[i] = weight;
                continue;
            }
            hyperplane.weights[matrix.n_terms()] += step.delta;
            hyperplane.merit = step.merit;
            dropped = true;
            --left;
        }
    }
}

std::optional<Split> split_by(const Training& training, const SplitSettings& settings,
                              const NodeRows& node, LinearTest test,
                              std::span<const RowIndex> learnt_from) {
    if (test.terms.empty()) return std::nullopt;
    if (test.terms.size() == 1) test.weights[0] = 1.0;
    const Projected all(training, settings, node.rows, test);
    if (!std::all_of(all.values.begin(), all.values.end(),
                     [](double v) { return std::isfinite(v); }))
        return std::nullopt;
    const Step step = learnt_from.size() == node.size()
                          ? all.best_bias()
                          : Projected(training, settings, learnt_from, test).best_bias();
    if (!step.found) return std::nullopt;
    test.bias = step.delta;
    return judged(training, settings, node, all, std::move(test));
}

std::optional<Split> split_by(const Training& training, const SplitSettings& settings,
                              const NodeRows& node, LinearTest test) {
    return split_by(training, settings, node, std::move(test), node.rows);
}

}  // namespace obliqua
