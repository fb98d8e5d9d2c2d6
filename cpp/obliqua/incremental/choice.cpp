#include "obliqua/incremental/choice.hpp"

#include <algorithm>
#include <limits>

namespace obliqua {
namespace {

constexpr int kMixed = -1;

// One value's sightings: where they end, and their class if they have but one.
struct Group {
    std::size_t end;
    int label;
};

Group group_at(std::span<const Sighting> sightings, std::size_t begin) {
    Group group{begin + 1, sightings[begin].label};
    for (; group.end < sightings.size() && sightings[group.end].value == sightings[begin].value;
         ++group.end) {
        if (sightings[group.end].label != group.label) group.label = kMixed;
    }
    return group;
}

// One feature's sightings with their weights, in order.
struct Seen {
    std::span<const Sighting> sightings;
    std::span<const std::int64_t> weights;  // empty when every row weighs one

    std::int64_t weight(std::size_t i) const {
        return weights.empty() ? 1 : weights[sightings[i].row];
    }
};

void scan_cuts(std::int32_t feature, const Seen& seen, Merit& merit, Candidates& candidates) {
    int before = kMixed;
    for (std::size_t begin = 0; begin < seen.sightings.size();) {
        const Group group = group_at(seen.sightings, begin);
        if (begin > 0 && (group.label == kMixed || group.label != before)) {
            ++candidates.tests;
            candidates.consider(merit.merit(), feature, seen.sightings[begin - 1].value,
                                seen.sightings[begin].value);
        }
        for (std::size_t i = begin; i < group.end; ++i) {
            merit.move_left(seen.sightings[i].label, seen.weight(i));
        }
        before = group.label;
        begin = group.end;
    }
}

void scan_categories(const RowStore& rows, std::int32_t feature, const Seen& seen, Merit& merit,
                     Candidates& candidates) {
    const std::size_t n = seen.sightings.size();
    if (n == 0 || seen.sightings.front().value == seen.sightings.back().value) return;
    for (std::size_t begin = 0; begin < n;) {
        const std::size_t end = group_at(seen.sightings, begin).end;
        const double category = seen.sightings[begin].value;
        for (std::size_t i = begin; i < end; ++i) {
            merit.move_left(seen.sightings[i].label, seen.weight(i));
        }
        ++candidates.tests;
        const double found = merit.merit();
        Choice& best = candidates.best;
        const bool tie_won = found == best.merit && best.feature == feature &&
                             rows.precedes(static_cast<std::size_t>(feature), category, best.below);
        if (found > best.merit || tie_won) best = {found, feature, true, category, category};
        for (std::size_t i = begin; i < end; ++i) {
            merit.move_left(seen.sightings[i].label, -seen.weight(i));
        }
        begin = end;
    }
}

}  // namespace

double Choice::margin() const {
    return symbolic ? std::numeric_limits<double>::quiet_NaN() : above - below;
}

Test Choice::test() const {
    if (!symbolic) return AxisTest{feature, cut(), cut()};
    const auto category = static_cast<std::int32_t>(below);
    return EqualityTest{feature, category, category};
}

Merit::Merit(const FixedLog& log, std::span<const std::int64_t> counts, std::int64_t weight)
    : log_(&log),
      counts_(counts),
      weight_(weight),
      left_(counts.size()),
      doubtful_(2 * std::ssize(counts) + 4) {}

void Merit::start(std::span<const std::int64_t> known, std::int64_t known_weight) {
    known_.assign(known.begin(), known.end());
    std::fill(left_.begin(), left_.end(), 0);
    known_weight_ = known_weight;
    left_weight_ = 0;
    whole_ = (*log_)(known_weight);
    classes_ = 0;
    for (const std::int64_t count : known_) classes_ += (*log_)(count);
    sides_ = classes_;
    share_ = static_cast<double>(known_weight) / static_cast<double>(weight_);
}

bool Merit::tells_nothing() const {
    for (std::size_t i = 0; i < known_.size(); ++i) {
        if (left_[i] * known_weight_ != known_[i] * left_weight_) return false;
    }
    return true;
}

void scan(const RowStore& rows, std::size_t feature, std::span<const Sighting> sightings,
          std::span<const std::int64_t> weights, bool all_known,
          std::span<const std::int64_t> counts, std::int64_t weight, Merit& merit,
          Candidates& candidates) {
    const Seen seen{sightings, weights};
    if (all_known) {
        merit.start(counts, weight);
    } else {
        std::vector<std::int64_t> known(counts.size(), 0);
        std::int64_t total = 0;
        for (std::size_t i = 0; i < sightings.size(); ++i) {
            known[sightings[i].label] += seen.weight(i);
            total += seen.weight(i);
        }
        merit.start(known, total);
    }
    const auto number = static_cast<std::int32_t>(feature);
    if (rows.symbolic(feature)) {
        scan_categories(rows, number, seen, merit, candidates);
    } else {
        scan_cuts(number, seen, merit, candidates);
    }
}

}  // namespace obliqua
