// Where rows cross a moving hyperplane, and an order-preserving map of these points to buckets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace obliqua {

// Buckets are finest around zero, where the hyperplane is: each power of two on either side is
// cut into 2^sub_bits parts. Read off the double's own bits, the map is exactly monotone.
struct BucketMap {
    int sub_bits = 4;
    std::int32_t lowest = 0;  // exponent and leading mantissa bits of the innermost bucket
    std::int32_t half = 128;  // buckets on either side of zero

    std::size_t n_buckets() const { return 2 * static_cast<std::size_t>(half); }
};

// Crossing points u_j = -v_j / c_j; tells whether any slope is negative. A row whose slope is zero
// never crosses.
bool find_crossings(std::span<const double> values, std::span<const double> slopes,
                    std::span<double> crossings);

// A map whose outermost buckets start beyond nine tenths of the points, with fewer buckets where
// rows are few or classes many.
BucketMap fit_buckets(std::span<const double> crossings, std::span<const double> slopes,
                      std::size_t n_classes);

// A row's code tells its bucket and how it crosses there: first come the buckets of rows that rise,
// then two codes for rows that never cross, then the same again for rows that sink.
constexpr std::size_t always_above_code(std::size_t n_buckets) { return n_buckets; }
constexpr std::size_t never_above_code(std::size_t n_buckets) { return n_buckets + 1; }
constexpr std::size_t sinking_code(std::size_t n_buckets) { return n_buckets + 2; }
constexpr std::size_t n_codes(std::size_t n_buckets) { return 2 * (n_buckets + 2); }
constexpr std::size_t bucket_of(std::size_t code, std::size_t n_buckets) {
    return code < sinking_code(n_buckets) ? code : code - sinking_code(n_buckets);
}

// The code of every row.
void assign_buckets(const BucketMap& map, std::span<const double> crossings,
                    std::span<const double> values, std::span<const double> slopes,
                    std::span<std::uint16_t> codes);

}  // namespace obliqua
