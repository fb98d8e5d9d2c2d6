#include "obliqua/data/weights.hpp"

#include <cmath>
#include <string>

#include "obliqua/support/errors.hpp"

namespace obliqua {

std::vector<double> exact_weights(std::span<const double> weights) {
    double sum = 0.0;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (!std::isfinite(weights[row]) || weights[row] < 0.0) {
            throw InvalidInput("sample_weight of row " + std::to_string(row) +
                               " is negative, infinite or NaN; weights must be finite and >= 0");
        }
        sum += weights[row];
    }
    if (sum <= 0.0) throw InvalidInput("sample_weight: all weights are zero");
    // Criteria square products of sums, which beyond these could overflow or vanish.
    if (sum > 1e60)
        throw InvalidInput("sample_weight: the sum exceeds 1e60; scale the weights down");
    if (sum < 1e-60)
        throw InvalidInput("sample_weight: the sum is below 1e-60; scale the weights up");
    int exponent = 0;
    std::frexp(sum, &exponent);  // sum < 2^exponent
    const int unit = exponent - 52;
    std::vector<double> exact(weights.size());
    for (std::size_t row = 0; row < weights.size(); ++row) {
        exact[row] = std::ldexp(std::nearbyint(std::ldexp(weights[row], -unit)), unit);
    }
    return exact;
}

}  // namespace obliqua
