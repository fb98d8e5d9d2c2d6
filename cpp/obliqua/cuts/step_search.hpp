// How far should a hyperplane move along a direction? (Murthy, Kasif and Salzberg 1994, sections
// 3.1 and 3.2.) Row j has value v_j and slope c_j; after a step of delta it is above the
// hyperplane when v_j + delta c_j > 0, so it changes sides at u_j = -v_j / c_j, the paper's U_j
// measured from where the hyperplane is. The best delta is a one-dimensional cut of the u_j.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "obliqua/criteria/registry.hpp"
#include "obliqua/data/columns.hpp"

namespace obliqua {

struct StepRows {
    std::span<const ClassId> labels;  // not decreasing: rows stand in the order of their classes
    std::span<const double> weights;  // empty when every row weighs one
    std::size_t n_classes = 0;
    double min_samples_leaf = 1.0;
};

// The length of the hyperplane's normal while it moves: that of w + delta d, from |w|^2, w d and
// |d|^2. Only criteria that see distances ask.
struct MovingLength {
    double square = 1.0;
    double product = 0.0;
    double slope_square = 0.0;

    double at(double delta) const {
        return std::sqrt(std::max(0.0, square + delta * (2.0 * product + delta * slope_square)));
    }
};

struct Step {
    bool found = false;
    double merit = 0.0;
    double delta = 0.0;
};

class StepSearch {
   public:
    virtual ~StepSearch() = default;
    // The step of largest merit, the smallest of equals, if that merit is at least `floor`. Only
    // midpoints between different u_j are considered, as in the paper. Not for several threads.
    virtual Step best(std::span<const double> values, std::span<const double> slopes, double floor,
                      const MovingLength& length) = 0;
    // Merit of the sides the rows are on now; minus infinity when one is too small.
    virtual double merit(std::span<const double> values, const MovingLength& length) = 0;
};

// The rows must outlive the search.
std::unique_ptr<StepSearch> make_step_search(const CriterionChoice& criterion,
                                             const StepRows& rows);

}  // namespace obliqua
