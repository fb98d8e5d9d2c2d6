// Weights whose sums are exact.
#pragma once

#include <span>
#include <vector>

namespace obliqua {

// Rounds weights to multiples of one power of two, fine enough that each changes by less than
// 2^-52 of their sum and coarse enough that every sum of them is exact in a double. Class counts
// then do not depend on the order in which rows, threads or machines add them up. Integers whose
// sum is below 2^52 are left as they are. Throws InvalidInput for weights that are negative, not
// finite, all zero, or of a sum that is not within 1e-60 and 1e60.
std::vector<double> exact_weights(std::span<const double> weights);

}  // namespace obliqua
