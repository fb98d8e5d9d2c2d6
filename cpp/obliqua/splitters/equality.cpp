#include "obliqua/splitters/equality.hpp"

#include <cmath>
#include <limits>

#include "obliqua/cuts/border_scan.hpp"

namespace obliqua {

// Weight per category and class, and rows per category, of one feature at one node.
struct EqualitySplitter::Tally {
    std::vector<double> weights;  // n_categories rows of n_classes
    std::vector<double> rows;     // by their shares
    std::vector<double> total;    // per class
    double n_rows = 0.0;
    double known_share = 1.0;
    std::int32_t fill = 0;
};

namespace {

// The smaller category of equals; 0 when nothing is known.
std::int32_t commonest_of(const std::vector<double>& weight_per_category) {
    std::int32_t best = 0;
    for (std::size_t c = 1; c < weight_per_category.size(); ++c) {
        if (weight_per_category[c] > weight_per_category[static_cast<std::size_t>(best)]) {
            best = static_cast<std::int32_t>(c);
        }
    }
    return best;
}

}  // namespace

EqualitySplitter::EqualitySplitter(const Training& training, SplitSettings settings)
    : training_(training), settings_(std::move(settings)) {
    for (std::size_t f = 0; f < training.columns->n_features(); ++f) {
        const Column& column = (*training.columns)[f];
        if (column.kind != FeatureKind::symbolic) {
            commonest_.push_back(0);
            continue;
        }
        std::vector<double> weights(static_cast<std::size_t>(column.n_categories), 0.0);
        for (const RowIndex row : training.rows) {
            const std::int32_t code = column.code(row);
            if (code >= 0) weights[static_cast<std::size_t>(code)] += training.weight(row);
        }
        commonest_.push_back(commonest_of(weights));
    }
}

EqualitySplitter::Tally EqualitySplitter::tally(const NodeRows& node, std::size_t feature) const {
    const Column& column = (*training_.columns)[feature];
    const auto n_categories = static_cast<std::size_t>(column.n_categories);
    const std::size_t k = training_.n_classes;
    Tally found;
    found.weights.assign(n_categories * k, 0.0);
    found.rows.assign(n_categories, 0.0);
    found.total.assign(k, 0.0);
    std::vector<double> missing(k, 0.0);
    std::vector<double> per_category(n_categories, 0.0);
    double missing_rows = 0.0;
    double known = 0.0;
    double unknown = 0.0;
    for (std::size_t i = 0; i < node.size(); ++i) {
        const std::size_t row = node.rows[i];
        const double weight = training_.weight(row) * node.share(i);
        const std::int32_t code = column.code(row);
        if (code < 0) {
            missing[training_.classes[row]] += weight;
            missing_rows += 1.0;
            unknown += weight;
            continue;
        }
        const auto category = static_cast<std::size_t>(code);
        found.weights[category * k + training_.classes[row]] += weight;
        found.total[training_.classes[row]] += weight;
        per_category[category] += weight;
        found.rows[category] += node.share(i);
        found.n_rows += node.share(i);
        known += weight;
    }
    found.fill = commonest_[feature];
    if (settings_.missing == MissingPolicy::fractional) {
        found.known_share = known + unknown > 0.0 ? known / (known + unknown) : 0.0;
        return found;
    }
    if (settings_.missing == MissingPolicy::node_mean && known > 0.0) {
        found.fill = commonest_of(per_category);
    }
    if (missing_rows > 0.0) {
        const auto category = static_cast<std::size_t>(found.fill);
        for (std::size_t c = 0; c < k; ++c) {
            found.weights[category * k + c] += missing[c];
            found.total[c] += missing[c];
        }
        found.rows[category] += missing_rows;
        found.n_rows += missing_rows;
    }
    return found;
}

void EqualitySplitter::improve(std::optional<Split>& best, const Tally& tally,
                               std::size_t feature) const {
    const std::size_t k = training_.n_classes;
    const SideLimits limits{settings_.min_samples_leaf, tally.n_rows};
    for (std::size_t category = 0; category < tally.rows.size(); ++category) {
        if (!limits.allow(tally.rows[category])) continue;
        const double merit =
            tally.known_share * merit_of(settings_.criterion, tally.weights.data() + category * k,
                                         tally.total.data(), k);
        if (std::isnan(merit) || (best && merit <= best->merit)) continue;
        best = Split{EqualityTest{static_cast<std::int32_t>(feature),
                                  static_cast<std::int32_t>(category), tally.fill},
                     merit, std::numeric_limits<double>::quiet_NaN(), 2,
                     static_cast<std::int32_t>(feature)};
    }
}

std::optional<Split> EqualitySplitter::best(const NodeRows& node, const StreamKey&,
                                            std::size_t) const {
    std::optional<Split> best;
    for (std::size_t f = 0; f < training_.columns->n_features(); ++f) {
        const Column& column = (*training_.columns)[f];
        if (column.kind == FeatureKind::symbolic && column.n_categories > 0) {
            improve(best, tally(node, f), f);
        }
    }
    return best;
}

}  // namespace obliqua
