// What every step search keeps: the rows in the order of their classes, and who is above the
// hyperplane while it moves.
#pragma once

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include "obliqua/cuts/step_search.hpp"

namespace obliqua {

inline constexpr double kNever = -std::numeric_limits<double>::infinity();

// Rows that cross at or around one point. A row with a positive slope rises above the hyperplane
// there, one with a negative slope sinks below it.
struct Crossing {
    double point;
    double weight;
    ClassId label;
    bool sinks;
};

// Counts of the rows above the hyperplane while it moves.
struct Above {
    std::vector<double> counts;
    double weight = 0.0;
    double rows = 0.0;

    void add(ClassId label, double w, double sign) {
        counts[label] += sign * w;
        weight += sign * w;
        rows += sign;
    }
    void pass(const Crossing& crossing) {
        add(crossing.label, crossing.weight, crossing.sinks ? -1.0 : 1.0);
    }
};

class StepBase : public StepSearch {
   public:
    explicit StepBase(const StepRows& rows)
        : rows_(rows), total_(rows.n_classes, 0.0), class_begin_(rows.n_classes + 1, 0) {
        assert(std::is_sorted(rows.labels.begin(), rows.labels.end()));
        for (std::size_t j = 0; j < n(); ++j) {
            total_[rows.labels[j]] += weight(j);
            ++class_begin_[std::size_t{rows.labels[j]} + 1];
        }
        for (std::size_t c = 0; c < k(); ++c) class_begin_[c + 1] += class_begin_[c];
    }

   protected:
    std::size_t n() const { return rows_.labels.size(); }
    std::size_t k() const { return rows_.n_classes; }
    double weight(std::size_t j) const { return rows_.weights.empty() ? 1.0 : rows_.weights[j]; }

    bool allowed(const Above& above) const {
        return above.rows >= rows_.min_samples_leaf &&
               static_cast<double>(n()) - above.rows >= rows_.min_samples_leaf;
    }

    Above above_now(std::span<const double> values) const {
        Above above{std::vector<double>(k(), 0.0)};
        for (std::size_t j = 0; j < n(); ++j) {
            if (values[j] > 0.0) above.add(rows_.labels[j], weight(j), 1.0);
        }
        return above;
    }

    // Before the first crossing: rows that will sink, and rows above that never cross.
    Above above_first(std::span<const double> values, std::span<const double> slopes) const {
        Above above{std::vector<double>(k(), 0.0)};
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] < 0.0 || (slopes[j] == 0.0 && values[j] > 0.0)) {
                above.add(rows_.labels[j], weight(j), 1.0);
            }
        }
        return above;
    }

    Crossing crossing(std::size_t j, double point, double slope) const {
        return {point, weight(j), rows_.labels[j], slope < 0.0};
    }

    static void sort(std::span<Crossing> crossings) {
        std::sort(crossings.begin(), crossings.end(),
                  [](const Crossing& a, const Crossing& b) { return a.point < b.point; });
    }

    StepRows rows_;
    std::vector<double> total_;
    std::vector<std::size_t> class_begin_;
    std::vector<Crossing> crossings_;
};

}  // namespace obliqua
