#include "obliqua/splitters/axis_by_values.hpp"

#include <cmath>
#include <vector>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/value_scan.hpp"
#include "obliqua/data/exact_mean.hpp"

namespace obliqua {

namespace {

struct TermRows {
    std::vector<ValuedRow> rows;
    std::vector<double> counts;  // of `rows`, by class
    double n_rows = 0.0;         // the sum of their shares
    double known_share = 1.0;    // of the node's weight
    double fill = 0.0;
};

TermRows rows_of_term(const Training& training, MissingPolicy policy, double fill,
                      const NodeRows& node, const Term& term) {
    TermRows found;
    found.counts.assign(training.n_classes, 0.0);
    found.fill = fill;
    double known = 0.0;
    double total = 0.0;
    ExactMean mean;
    std::vector<std::pair<double, ClassId>> unknown;
    for (std::size_t i = 0; i < node.size(); ++i) {
        const std::size_t row = node.rows[i];
        const double value = term_value(term, *training.columns, row);
        const double weight = training.weight(row) * node.share(i);
        total += weight;
        if (std::isnan(value)) {
            unknown.emplace_back(weight, training.classes[row]);
            continue;
        }
        known += weight;
        if (policy == MissingPolicy::node_mean) mean.add(value, weight);
        found.rows.push_back({value, weight, training.classes[row], node.share(i)});
        found.n_rows += node.share(i);
        found.counts[training.classes[row]] += weight;
    }
    if (policy == MissingPolicy::fractional) {
        found.known_share = total > 0.0 ? known / total : 0.0;
        return found;
    }
    if (policy == MissingPolicy::node_mean && known > 0.0) found.fill = mean.mean();
    for (const auto& [weight, label] : unknown) {
        found.rows.push_back({found.fill, weight, label});
        found.counts[label] += weight;
        found.n_rows += 1.0;
    }
    return found;
}

// A user's criterion scores all borders of a term in one call.
template <class Seen>
void scan_custom(const ScoreFunction& score, TermRows& term, const SideLimits& limits,
                 Seen&& seen) {
    auto& rows = term.rows;
    const std::size_t k = term.counts.size();
    std::sort(rows.begin(), rows.end(),
              [](const ValuedRow& a, const ValuedRow& b) { return a.value < b.value; });
    std::vector<double> left(k, 0.0);
    std::vector<double> lefts;
    std::vector<double> rights;
    std::vector<double> values;
    double rows_left = 0.0;
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
        left[rows[i].label] += rows[i].weight;
        rows_left += rows[i].share;
        if (rows[i].value >= rows[i + 1].value || !limits.allow(rows_left)) continue;
        values.push_back(rows[i].value);
        for (std::size_t c = 0; c < k; ++c) {
            lefts.push_back(left[c]);
            rights.push_back(term.counts[c] - left[c]);
        }
    }
    if (values.empty()) return;
    std::vector<double> scores(values.size());
    score(lefts.data(), rights.data(), values.size(), k, scores.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(scores[i])) seen(values[i], scores[i]);
    }
}

template <class Seen>
void scan_term(const CriterionChoice& criterion, TermRows& term, const SideLimits& limits,
               Seen&& seen) {
    if (criterion.custom) {
        scan_custom(criterion.custom, term, limits, seen);
        return;
    }
    std::visit(
        [&](auto of) {
            const typename decltype(of)::type measure(term.counts.data(), term.counts.size());
            LeftSide left(term.counts.size());
            scan_values(measure, term.rows, left, limits, seen);
        },
        criterion.built_in);
}

double next_above(const std::vector<ValuedRow>& sorted, double value) {
    return std::upper_bound(sorted.begin(), sorted.end(), value,
                            [](double v, const ValuedRow& row) { return v < row.value; })
        ->value;
}

}  // namespace

std::optional<Split> best_axis_by_values(const Training& training, const SplitSettings& settings,
                                         std::span<const double> fills, const NodeRows& node,
                                         std::size_t begin, std::size_t end, Monitor& monitor) {
    std::optional<Split> best;
    for (std::size_t t = begin; t < end; ++t) {
        monitor.poll();
        const Term& term = (*training.basis)[t];
        TermRows found = rows_of_term(training, settings.missing, fills[t], node, term);
        const SideLimits limits{settings.min_samples_leaf, found.n_rows};
        double best_merit = -std::numeric_limits<double>::infinity();
        double best_value = 0.0;
        scan_term(settings.criterion, found, limits, [&](double value, double merit) {
            if (merit > best_merit) {
                best_merit = merit;
                best_value = value;
            }
        });
        if (best_merit == -std::numeric_limits<double>::infinity()) continue;
        // Quinlan 1993, section 3.2: a test that asks for unknown values is worth less.
        const double merit = best_merit * found.known_share;
        if (best && merit <= best->merit) continue;
        const double above = next_above(found.rows, best_value);
        best = Split{AxisTest{static_cast<std::int32_t>(t), between(best_value, above), found.fill},
                     merit, above - best_value, 2, term.a};
    }
    return best;
}

}  // namespace obliqua
