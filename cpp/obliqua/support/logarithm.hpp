// Base-2 logarithm from IEEE basic operations only, so that entropies, and with them trees, are
// the same bits on every platform; the C library's log2 is not.
#pragma once

#include <bit>
#include <cstdint>

namespace obliqua {

// For positive normal x; within 3 units in the last place.
inline double log2_portable(double x) {
    constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
    constexpr std::uint64_t kOne = std::uint64_t{1023} << 52;
    constexpr double kSqrt2 = 1.4142135623730951;
    constexpr double kTwoOverLn2 = 2.8853900817779268;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
    double m = std::bit_cast<double>((bits & kMantissa) | kOne);
    if (m > kSqrt2) {
        m *= 0.5;
        exponent += 1.0;
    }
    // ln m = 2 atanh(z), z = (m-1)/(m+1), |z| <= 0.1716: eleven odd terms reach double precision.
    const double z = (m - 1.0) / (m + 1.0);
    const double w = z * z;
    double series = 1.0 / 23.0;
    series = series * w + 1.0 / 21.0;
    series = series * w + 1.0 / 19.0;
    series = series * w + 1.0 / 17.0;
    series = series * w + 1.0 / 15.0;
    series = series * w + 1.0 / 13.0;
    series = series * w + 1.0 / 11.0;
    series = series * w + 1.0 / 9.0;
    series = series * w + 1.0 / 7.0;
    series = series * w + 1.0 / 5.0;
    series = series * w + 1.0 / 3.0;
    return exponent + kTwoOverLn2 * (z + z * w * series);
}

// x log2 x, continued by its limit 0 at 0.
inline double x_log2_x(double x) { return x > 0.0 ? x * log2_portable(x) : 0.0; }

}  // namespace obliqua
