// The gap that a hyperplane leaves between the rows on its two sides.
#pragma once

#include <span>

namespace obliqua {

// From the largest value that is not above zero to the smallest that is; infinite where a side is
// empty.
double gap_of(std::span<const double> values);

// The same after a step of delta along the slopes.
double gap_after(std::span<const double> values, std::span<const double> slopes, double delta);

}  // namespace obliqua
