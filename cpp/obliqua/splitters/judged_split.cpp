#include "obliqua/splitters/judged_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "obliqua/criteria/multiway.hpp"
#include "obliqua/tree/flat_test.hpp"

namespace obliqua {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// `colour = red` says more than that an indicator is above a cut. A missing value keeps its side.
Test equality_for(const Term& term, double cut, double fill) {
    const std::int32_t other = term.b == 0 ? 1 : 0;
    return EqualityTest{term.a, term.b, fill > cut ? term.b : other};
}

Test plainest(const Training& training, Test test) {
    const auto* const linear = std::get_if<LinearTest>(&test);
    if (linear == nullptr || linear->terms.size() != 1) return test;
    const double cut = -linear->bias / linear->weights[0];
    if (!std::isfinite(cut)) return test;
    const Term& term = (*training.basis)[static_cast<std::size_t>(linear->terms[0])];
    if (term.kind == TermKind::indicator && cut >= -1.0 && cut < 1.0) {
        return equality_for(term, cut, linear->fills[0]);
    }
    return AxisTest{linear->terms[0], cut, linear->fills[0]};
}

double value_of(const TestView& test, std::size_t i, const Training& training, RowIndex row) {
    const auto term = static_cast<std::size_t>(test.terms[i]);
    const double value = term_value((*training.basis)[term], *training.columns, row);
    return std::isnan(value) ? test.fills[i] : value;
}

// Perpendicular, between the two sides of an axis or linear test; NaN for others.
class Gap {
   public:
    Gap(const TestView& test, const Training& training) : test_(test), training_(training) {
        double largest = 0.0;
        for (const double weight : test.weights) largest = std::max(largest, std::abs(weight));
        double sum = 0.0;
        for (const double weight : test.weights) sum += (weight / largest) * (weight / largest);
        length_ = test.kind == TestKind::linear ? largest * std::sqrt(sum) : 1.0;
    }

    void add(RowIndex row, int child) {
        if (!defined()) return;
        double value = 0.0;
        for (std::size_t i = 0; i < test_.terms.size(); ++i) {
            const double weight = test_.kind == TestKind::linear ? test_.weights[i] : 1.0;
            value += weight * value_of(test_, i, training_, row);
        }
        if (child == 0) {
            below_ = std::max(below_, value);
        } else {
            above_ = std::min(above_, value);
        }
    }

    // The route adds the constant first; two rows on different sides may be as good as equal.
    double width() const {
        if (!defined()) return std::numeric_limits<double>::quiet_NaN();
        return std::max(0.0, (above_ - below_) / length_);
    }

   private:
    bool defined() const { return test_.kind == TestKind::axis || test_.kind == TestKind::linear; }

    const TestView& test_;
    const Training& training_;
    double length_ = 1.0;
    double below_ = -kInfinity;
    double above_ = kInfinity;
};

std::size_t n_children(const Test& test) {
    const auto* const machine = std::get_if<MachineTest>(&test);
    return machine == nullptr ? 2 : machine->classes.size();
}

std::int32_t first_feature(const Training& training, const Test& test, const TestView& view) {
    if (const auto* const equality = std::get_if<EqualityTest>(&test)) return equality->feature;
    return (*training.basis)[static_cast<std::size_t>(view.terms[0])].a;
}

}  // namespace

std::optional<Split> judged_split(const Training& training, const SplitSettings& settings,
                                  const NodeRows& node, Test given) {
    Split split;
    split.test = plainest(training, std::move(given));
    split.n_children = n_children(split.test);
    const FlatTest flat(split.test, MissingRule::fill);
    const std::size_t k = training.n_classes;
    std::vector<double> counts(split.n_children * k, 0.0);
    std::vector<double> rows(split.n_children, 0.0);
    Gap gap(flat.view, training);
    for (const RowIndex row : node.rows) {
        const int child = child_of(flat.view, *training.basis, *training.columns, row);
        counts[static_cast<std::size_t>(child) * k + training.classes[row]] += training.weight(row);
        rows[static_cast<std::size_t>(child)] += 1.0;
        gap.add(row, child);
    }
    std::size_t filled = 0;
    for (const double n : rows) {
        if (n == 0.0) continue;
        if (n < settings.min_samples_leaf) return std::nullopt;
        ++filled;
    }
    if (filled < 2) return std::nullopt;
    split.merit = merit_of_children(settings.criterion, counts, k);
    split.margin = gap.width();
    split.feature = first_feature(training, split.test, flat.view);
    return split;
}

}  // namespace obliqua
