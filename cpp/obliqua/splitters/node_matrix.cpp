#include "obliqua/splitters/node_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "obliqua/support/vectors.hpp"

namespace obliqua {

namespace {

// Beyond these a spread, or the weights it leads to, would overflow.
constexpr double kSmallestScale = 1e-250;
constexpr double kLargestScale = 1e250;

struct Affine {
    double shift = 0.0;
    double scale = 1.0;
};

struct Weighed {
    double value;
    double weight;
};

// The smallest value that at least such a share of the weight does not exceed, so that a row of
// weight two counts as the row twice. Puts the rows in another order.
double quantile(std::vector<Weighed>& rows, double share, bool weighted) {
    const auto by_value = [](const Weighed& a, const Weighed& b) { return a.value < b.value; };
    if (!weighted) {
        const double rank = std::ceil(share * static_cast<double>(rows.size()));
        const auto at = rows.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
        std::nth_element(rows.begin(), at, rows.end(), by_value);
        return at->value;
    }
    std::sort(rows.begin(), rows.end(), by_value);
    double total = 0.0;
    for (const Weighed& row : rows) total += row.weight;
    double sum = 0.0;
    for (const Weighed& row : rows) {
        sum += row.weight;
        if (sum >= share * total) return row.value;
    }
    return rows.back().value;
}

Affine standard_for(const double* column, std::size_t n) {
    double mean = 0.0;
    for (std::size_t j = 0; j < n; ++j) mean += column[j] / static_cast<double>(n);
    double squares = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
        squares += (column[j] - mean) * (column[j] - mean) / static_cast<double>(n);
    }
    return {mean, std::sqrt(squares)};
}

Affine interquartile_for(std::span<const double> column, std::span<const double> weights,
                         double range) {
    const bool weighted = !weights.empty();
    std::vector<Weighed> rows(column.size());
    for (std::size_t j = 0; j < rows.size(); ++j) {
        rows[j] = {column[j], weighted ? weights[j] : 1.0};
    }
    const double spread = quantile(rows, 0.75, weighted) - quantile(rows, 0.25, weighted);
    // More than half the values are equal: the range takes the interquartile range's place.
    return {quantile(rows, 0.5, weighted), spread > 0.0 ? spread : range};
}

Affine affine_for(std::span<const double> values, std::span<const double> weights,
                  Scaling scaling) {
    const double* column = values.data();
    const std::size_t n = values.size();
    const auto [least, most] = std::minmax_element(column, column + n);
    const double range = *most - *least;
    if (scaling == Scaling::none) return {0.0, range > 0.0 ? 1.0 : 0.0};
    if (scaling == Scaling::range) return {*least, range};
    if (scaling == Scaling::standard) return standard_for(column, n);
    return interquartile_for(values, weights, range);
}

}  // namespace

std::vector<RowIndex> by_class(const Training& training, std::span<const RowIndex> rows) {
    std::vector<std::size_t> begin(training.n_classes + 1, 0);
    for (const RowIndex row : rows) ++begin[std::size_t{training.classes[row]} + 1];
    for (std::size_t c = 0; c < training.n_classes; ++c) begin[c + 1] += begin[c];
    std::vector<RowIndex> ordered(rows.size());
    for (const RowIndex row : rows) ordered[begin[training.classes[row]]++] = row;
    return ordered;
}

NodeMatrix::NodeMatrix(const Training& training, std::span<const RowIndex> given,
                       std::span<const double> fills, Scaling scaling, bool in_ranges)
    : fills_(fills.begin(), fills.end()) {
    const std::vector<RowIndex> rows = by_class(training, given);
    labels_.reserve(rows.size());
    for (const RowIndex row : rows) {
        labels_.push_back(training.classes[row]);
        if (!training.weights.empty()) weights_.push_back(training.weights[row]);
    }
    for (std::size_t term = 0; term < training.basis->size(); ++term) {
        if (!add_column(training, rows, term, scaling, in_ranges))
            values_.resize(terms_.size() * rows.size());
    }
    values_.insert(values_.end(), rows.size(), 1.0);
}

bool NodeMatrix::add_column(const Training& training, std::span<const RowIndex> rows,
                            std::size_t term, Scaling scaling, bool in_ranges) {
    const std::size_t begin = values_.size();
    values_.resize(begin + rows.size());
    double* column = values_.data() + begin;
    for (std::size_t j = 0; j < rows.size(); ++j) {
        const double value = term_value((*training.basis)[term], *training.columns, rows[j]);
        column[j] = std::isnan(value) ? fills_[term] : value;
    }
    const auto [least, most] = std::minmax_element(column, column + rows.size());
    const double range = *most - *least;
    const Affine affine = affine_for({column, rows.size()}, weights_, scaling);
    if (!(affine.scale > kSmallestScale && affine.scale < kLargestScale)) return false;
    for (std::size_t j = 0; j < rows.size(); ++j)
        column[j] = (column[j] - affine.shift) / affine.scale;
    terms_.push_back(static_cast<std::int32_t>(term));
    shifts_.push_back(affine.shift);
    scales_.push_back(affine.scale);
    units_.push_back((in_ranges ? range : 1.0) / affine.scale);
    return true;
}

std::vector<double> NodeMatrix::values(std::span<const double> weights) const {
    std::vector<double> result(n_rows(), weights[n_terms()]);
    for (std::size_t i = 0; i < n_terms(); ++i) {
        if (weights[i] != 0.0) add_multiple(result.data(), column(i).data(), weights[i], n_rows());
    }
    return result;
}

MovingLength NodeMatrix::length(std::span<const double> weights,
                                std::span<const double> slopes) const {
    MovingLength length{0.0, 0.0, 0.0};
    for (std::size_t i = 0; i < n_terms(); ++i) {
        const double weight = weights[i] * units_[i];
        length.square += weight * weight;
        if (slopes.empty()) continue;
        const double slope = slopes[i] * units_[i];
        length.product += weight * slope;
        length.slope_square += slope * slope;
    }
    return length;
}

std::optional<LinearTest> NodeMatrix::unscaled(std::span<const double> weights) const {
    LinearTest test;
    test.bias = weights[n_terms()];
    for (std::size_t i = 0; i < n_terms(); ++i) {
        if (weights[i] == 0.0) continue;
        const double weight = weights[i] / scales_[i];
        if (weight == 0.0 || !std::isfinite(weight) || !std::isfinite(weight * shifts_[i]))
            return {};
        test.terms.push_back(terms_[i]);
        test.weights.push_back(weight);
        test.fills.push_back(fills_[static_cast<std::size_t>(terms_[i])]);
        test.bias -= weight * shifts_[i];
    }
    if (!std::isfinite(test.bias)) return {};
    return test;
}

std::vector<double> NodeMatrix::scaled(const LinearTest& test) const {
    std::vector<double> weights(n_columns(), 0.0);
    weights[n_terms()] = test.bias;
    for (std::size_t i = 0; i < test.terms.size(); ++i) {
        const auto at = std::lower_bound(terms_.begin(), terms_.end(), test.terms[i]);
        if (at == terms_.end() || *at != test.terms[i]) continue;
        const auto column = static_cast<std::size_t>(at - terms_.begin());
        weights[column] = test.weights[i] * scales_[column];
        weights[n_terms()] += test.weights[i] * shifts_[column];
    }
    return weights;
}

}  // namespace obliqua
