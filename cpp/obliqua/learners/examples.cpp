#include "obliqua/learners/examples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "obliqua/support/vectors.hpp"

namespace obliqua {

namespace {

// Beyond these a deviation, or the weights it leads to, would overflow.
constexpr double kSmallestDeviation = 1e-250;
constexpr double kLargestDeviation = 1e250;

}  // namespace

Examples::Examples(const Training& training, const Patterns& patterns,
                   std::span<const RowIndex> rows, std::span<const double> fills) {
    collect(training, patterns, rows);
    for (std::size_t term = 0; term < training.basis->size(); ++term) {
        add_term(training, term, fills.empty() ? std::nullopt : std::optional(fills[term]));
    }
}

void Examples::collect(const Training& training, const Patterns& patterns,
                       std::span<const RowIndex> rows) {
    constexpr unsigned kPatternBits = 32;
    std::vector<std::pair<std::uint64_t, double>> found;
    found.reserve(rows.size());
    for (const RowIndex row : rows) {
        const std::uint64_t label = training.classes[row];
        found.emplace_back((label << kPatternBits) | patterns.of(row), training.weight(row));
    }
    const auto by_key = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::sort(found.begin(), found.end(), by_key);
    std::vector<std::uint32_t> seen;
    for (std::size_t i = 0; i < found.size(); ++i) {
        total_ += found[i].second;
        if (i > 0 && found[i].first == found[i - 1].first) {
            weights_.back() += found[i].second;
            continue;
        }
        const auto pattern = static_cast<std::uint32_t>(found[i].first);
        const auto label = static_cast<ClassId>(found[i].first >> kPatternBits);
        if (labels_.empty() || labels_.back() != label) classes_.push_back(label);
        labels_.push_back(label);
        weights_.push_back(found[i].second);
        rows_.push_back(patterns.row(pattern));
        seen.push_back(pattern);
    }
    std::sort(seen.begin(), seen.end());
    n_distinct_ = static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

void Examples::add_term(const Training& training, std::size_t term, std::optional<double> fill) {
    const std::size_t begin = z_.size();
    z_.resize(begin + n());
    double* column = z_.data() + begin;
    double known = 0.0;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (std::size_t j = 0; j < n(); ++j) {
        column[j] = term_value((*training.basis)[term], *training.columns, rows_[j]);
        if (std::isnan(column[j]) && fill) column[j] = *fill;
        if (std::isnan(column[j])) continue;
        known += weights_[j];
        least = std::min(least, column[j]);
        most = std::max(most, column[j]);
    }
    double mean = 0.0;
    double variance = 0.0;
    for (std::size_t j = 0; j < n(); ++j) {
        if (!std::isnan(column[j])) mean += weights_[j] / known * column[j];
    }
    for (std::size_t j = 0; j < n(); ++j) {
        const double gap = column[j] - mean;
        if (!std::isnan(gap)) variance += weights_[j] / known * gap * gap;
    }
    const double deviation = std::sqrt(variance);
    const bool usable = deviation > kSmallestDeviation && deviation < kLargestDeviation;
    if (!(least < most) || !usable) {
        z_.resize(begin);
        return;
    }
    for (std::size_t j = 0; j < n(); ++j) {
        const bool missing = std::isnan(column[j]);
        x_.push_back(missing ? mean : column[j]);
        column[j] = missing ? 0.0 : (column[j] - mean) / deviation;
    }
    terms_.push_back(static_cast<std::int32_t>(term));
    means_.push_back(mean);
    deviations_.push_back(deviation);
    fills_.push_back(fill.value_or(mean));
}

std::vector<double> Examples::values(const Positions& terms,
                                     std::span<const double> function) const {
    const Users users = in_users_units(terms, function);
    std::vector<double> sums(n(), users.bias);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (users.weights[i] == 0.0) continue;
        add_multiple(sums.data(), x_.data() + terms[i] * n(), users.weights[i], n());
    }
    return sums;
}

Examples::Users Examples::in_users_units(const Positions& terms,
                                         std::span<const double> function) const {
    Users users;
    users.bias = function.back();
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const double weight = function[i] / deviations_[terms[i]];
        users.weights.push_back(weight);
        users.bias -= weight * means_[terms[i]];
        users.finite = users.finite && std::isfinite(weight);
    }
    users.finite = users.finite && std::isfinite(users.bias);
    return users;
}

std::optional<Test> Examples::test(const Positions& terms, const Functions& functions) const {
    std::vector<std::int32_t> ids;
    std::vector<double> fills;
    for (const std::size_t i : terms) {
        ids.push_back(terms_[i]);
        fills.push_back(fills_[i]);
    }
    if (functions.n == 1) {
        Users users = in_users_units(terms, functions.row(0));
        if (!users.finite) return std::nullopt;
        LinearTest test;
        for (std::size_t i = 0; i < terms.size(); ++i) {
            if (users.weights[i] == 0.0) continue;
            test.terms.push_back(ids[i]);
            test.weights.push_back(users.weights[i]);
            test.fills.push_back(fills[i]);
        }
        test.bias = users.bias;
        if (test.terms.empty()) return std::nullopt;
        return test;
    }
    MachineTest test{std::move(ids), std::move(fills), {}, {}, classes_};
    for (std::size_t f = 0; f < functions.n; ++f) {
        Users users = in_users_units(terms, functions.row(f));
        if (!users.finite) return std::nullopt;
        test.weights.insert(test.weights.end(), users.weights.begin(), users.weights.end());
        test.biases.push_back(users.bias);
    }
    return test;
}

}  // namespace obliqua
