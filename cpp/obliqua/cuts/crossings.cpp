#include "obliqua/cuts/crossings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "obliqua/support/multiversion.hpp"

namespace obliqua {

namespace {

constexpr int kMantissaBitsInHigh = 20;  // of a double's upper word
constexpr std::int32_t kMagnitude = 0x7FFFFFFF;

std::int32_t high_word(double value) {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) >> 32);
}

// Signs are gathered with integer operations, which every compiler vectorises.
OBLIQUA_MULTIVERSION
void cross(const double* values, const double* slopes, std::size_t n, double* crossings,
           std::uint64_t* any_sign) {
    std::uint64_t signs = 0;
    for (std::size_t j = 0; j < n; ++j) {
        // Adding zero turns a negative zero into the positive one: equal points, equal buckets.
        crossings[j] = -values[j] / slopes[j] + 0.0;
        const auto bits = std::bit_cast<std::uint64_t>(slopes[j]);
        signs |= slopes[j] == 0.0 ? 0 : bits;
    }
    *any_sign = signs >> 63;
}

OBLIQUA_MULTIVERSION
void map_buckets(const double* crossings, const double* values, const double* slopes, std::size_t n,
                 int shift, std::int32_t lowest, std::int32_t half, std::uint16_t* codes) {
    const std::int32_t sinking = 2 * half + 2;
    for (std::size_t j = 0; j < n; ++j) {
        const std::int32_t high = high_word(crossings[j]);
        const std::int32_t distance =
            std::min(std::max(((high & kMagnitude) >> shift) - lowest, 0), half - 1);
        const std::int32_t bucket = high < 0 ? half - 1 - distance : half + distance;
        const std::int32_t crossing = slopes[j] < 0.0 ? bucket + sinking : bucket;
        const std::int32_t still = values[j] > 0.0 ? 2 * half : 2 * half + 1;
        codes[j] = static_cast<std::uint16_t>(slopes[j] == 0.0 ? still : crossing);
    }
}

}  // namespace

bool find_crossings(std::span<const double> values, std::span<const double> slopes,
                    std::span<double> crossings) {
    std::uint64_t any_sign = 0;
    cross(values.data(), slopes.data(), values.size(), crossings.data(), &any_sign);
    return any_sign != 0;
}

BucketMap fit_buckets(std::span<const double> crossings, std::span<const double> slopes,
                      std::size_t n_classes) {
    constexpr std::size_t kSample = 16;
    constexpr std::size_t kOctaves = 10;
    const std::size_t n = crossings.size();
    BucketMap map;
    map.sub_bits = n < 256 ? 2 : n < 1024 ? 3 : n < 16384 ? 4 : 6;
    while (map.sub_bits > 1 && (n_classes * kOctaves << map.sub_bits) > 2 * n) --map.sub_bits;
    map.half = static_cast<std::int32_t>(kOctaves << map.sub_bits);
    std::array<std::int32_t, 2> largest{};  // in increasing order
    std::size_t taken = 0;
    const std::size_t step = std::max<std::size_t>(1, n / kSample);
    for (std::size_t j = 0; j < n && taken < kSample; j += step) {
        if (slopes[j] == 0.0) continue;
        ++taken;
        largest[0] = std::max(largest[0], high_word(crossings[j]) & kMagnitude);
        if (largest[0] > largest[1]) std::swap(largest[0], largest[1]);
    }
    // Of ten or more, one in ten lies beyond.
    const std::int32_t most = largest[taken < 10 ? 1 : 0];
    const std::int32_t top = (most >> (kMantissaBitsInHigh - map.sub_bits)) + (1 << map.sub_bits);
    map.lowest = std::max(0, top - map.half + 1);
    return map;
}

void assign_buckets(const BucketMap& map, std::span<const double> crossings,
                    std::span<const double> values, std::span<const double> slopes,
                    std::span<std::uint16_t> codes) {
    map_buckets(crossings.data(), values.data(), slopes.data(), crossings.size(),
                kMantissaBitsInHigh - map.sub_bits, map.lowest, map.half, codes.data());
}

}  // namespace obliqua
