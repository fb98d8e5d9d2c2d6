#include "obliqua/cuts/gap.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "obliqua/support/multiversion.hpp"

namespace obliqua {

namespace {

constexpr std::int64_t kMagnitude = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kInfinite =
    std::bit_cast<std::int64_t>(std::numeric_limits<double>::infinity());

// Magnitudes are compared as integers, whose least every compiler finds several at a time.
OBLIQUA_MULTIVERSION
double gap(const double* values, const double* slopes, std::size_t n, double delta) {
    std::int64_t above = kInfinite;
    std::int64_t below = kInfinite;
    for (std::size_t j = 0; j < n; ++j) {
        const double value = values[j] + delta * slopes[j];
        const std::int64_t magnitude = std::bit_cast<std::int64_t>(value) & kMagnitude;
        const std::int64_t up = value > 0.0 ? magnitude : kInfinite;
        const std::int64_t down = value > 0.0 ? kInfinite : magnitude;
        above = std::min(above, up);
        below = std::min(below, down);
    }
    return std::bit_cast<double>(above) + std::bit_cast<double>(below);
}

}  // namespace

double gap_of(std::span<const double> values) {
    return gap(values.data(), values.data(), values.size(), 0.0);
}

double gap_after(std::span<const double> values, std::span<const double> slopes, double delta) {
    return gap(values.data(), slopes.data(), values.size(), delta);
}

}  // namespace obliqua
