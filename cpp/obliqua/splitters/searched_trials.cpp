#include "obliqua/splitters/searched_trials.hpp"

#include <algorithm>
#include <cmath>

#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/tree/flat_test.hpp"

namespace obliqua {

namespace {

// Section 3.1, footnote 4: fewer than two rows for each term underfit a hyperplane.
constexpr std::size_t kRowsPerTerm = 2;

Basis basis_of(const Basis& whole, const Positions& terms) {
    Basis part;
    for (const std::size_t term : terms) part.push_back(whole[term]);
    return part;
}

// The univariate test in the numbers of a part of the basis; nothing when its term is not there.
std::optional<Split> renumbered(const std::optional<Split>& axis, const Positions& terms) {
    const auto* const test = axis ? std::get_if<AxisTest>(&axis->test) : nullptr;
    if (test == nullptr) return std::nullopt;
    const auto at =
        std::lower_bound(terms.begin(), terms.end(), static_cast<std::size_t>(test->term));
    if (at == terms.end() || *at != static_cast<std::size_t>(test->term)) return std::nullopt;
    Split split = *axis;
    std::get<AxisTest>(split.test).term = static_cast<std::int32_t>(at - terms.begin());
    return split;
}

void renumber(LinearTest& test, const Positions& terms) {
    for (std::int32_t& term : test.terms) {
        term = static_cast<std::int32_t>(terms[static_cast<std::size_t>(term)]);
    }
}

}  // namespace

SearchedTrials::SearchedTrials(const Setting& setting, const NodeRows& node,
                               const std::optional<Split>& axis, const StreamKey& key,
                               std::size_t threads)
    : at_(setting), node_(node), axis_(axis), key_(key), threads_(threads) {}

bool SearchedTrials::allowed(std::size_t n_terms) const {
    return node_.size() >= kRowsPerTerm * n_terms;
}

std::optional<LinearTest> SearchedTrials::searched(const Positions& terms) {
    const Basis basis = basis_of(*at_.training.basis, terms);
    std::vector<double> fills;
    for (const std::size_t term : terms) fills.push_back(at_.fills[term]);
    Training part = at_.training;
    part.basis = &basis;
    const ObliqueSearch search(part, at_.settings, at_.rules, fills, at_.monitor);
    std::optional<FoundHyperplane> found =
        search.run(node_, renumbered(axis_, terms), key_, threads_);
    if (!found) return std::nullopt;
    considered_ += found->considered;
    for (NodeTrace& trace : found->traces) {
        for (LinearTest& hyperplane : trace.hyperplanes) renumber(hyperplane, terms);
        traces_.push_back(std::move(trace));
    }
    renumber(found->test, terms);
    return std::move(found->test);
}

Trial SearchedTrials::on(const Positions& terms) {
    at_.monitor.poll();
    std::optional<LinearTest> test = searched(terms);
    if (!test) return judged(terms, std::nullopt);
    return judged(terms, split_by(at_.training, at_.settings, node_, std::move(*test)));
}

// Weights are the user's; the spread of a term's values makes them comparable.
Trial SearchedTrials::judged(const Positions& terms, std::optional<Split> split) const {
    Trial trial;
    trial.terms = terms;
    trial.importance.assign(terms.size(), 0.0);
    trial.functions.weights.assign(terms.size() + 1, 0.0);
    if (!split) return trial;
    const std::size_t k = at_.training.n_classes;
    const FlatTest flat(split->test, MissingRule::fill);
    std::vector<double> counts(2 * k, 0.0);
    for (const RowIndex row : node_.rows) {
        const int child = child_of(flat.view, *at_.training.basis, *at_.training.columns, row);
        counts[static_cast<std::size_t>(child) * k + at_.training.classes[row]] +=
            at_.training.weight(row);
    }
    trial.discriminates = true;
    trial.rating = split->merit;
    trial.accuracy = (largest_of(counts.data(), k) + largest_of(counts.data() + k, k)) /
                     sum_of(node_.counts.data(), k);
    const bool single = flat.view.kind == TestKind::axis;
    trial.functions.weights.back() = single ? -flat.view.constants[0] : flat.view.constants[0];
    for (std::size_t i = 0; i < flat.view.terms.size(); ++i) {
        const auto term = static_cast<std::size_t>(flat.view.terms[i]);
        const auto place = static_cast<std::size_t>(
            std::lower_bound(terms.begin(), terms.end(), term) - terms.begin());
        trial.functions.weights[place] = single ? 1.0 : flat.view.weights[i];
        trial.importance[place] = std::abs(trial.functions.weights[place]) * spread(term);
    }
    return trial;
}

double SearchedTrials::spread(std::size_t term) const {
    double mean = 0.0;
    double squares = 0.0;
    const auto n = static_cast<double>(node_.size());
    const auto value_at = [&](RowIndex row) {
        const double value = term_value((*at_.training.basis)[term], *at_.training.columns, row);
        return std::isnan(value) ? at_.fills[term] : value;
    };
    for (const RowIndex row : node_.rows) mean += value_at(row) / n;
    for (const RowIndex row : node_.rows) {
        squares += (value_at(row) - mean) * (value_at(row) - mean) / n;
    }
    return std::sqrt(squares);
}

LinearTest SearchedTrials::test_of(const Trial& trial) const {
    LinearTest test;
    for (std::size_t i = 0; i < trial.terms.size(); ++i) {
        const double weight = trial.functions.weights[i];
        if (weight == 0.0) continue;
        test.terms.push_back(static_cast<std::int32_t>(trial.terms[i]));
        test.weights.push_back(weight);
        test.fills.push_back(at_.fills[trial.terms[i]]);
    }
    test.bias = trial.functions.weights.back();
    return test;
}

Trial SearchedTrials::omitting(const Trial& trial, std::size_t place) {
    Trial others = trial;
    others.terms.erase(others.terms.begin() + static_cast<std::ptrdiff_t>(place));
    others.functions.weights.erase(others.functions.weights.begin() +
                                   static_cast<std::ptrdiff_t>(place));
    return judged(others.terms, split_by(at_.training, at_.settings, node_, test_of(others)));
}

std::optional<Split> SearchedTrials::split(const Trial& trial) const {
    return split_by(at_.training, at_.settings, node_, test_of(trial));
}

}  // namespace obliqua
