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

struct SlopeSigns {
    bool any_negative = false;
    bool any_zero = false;
};

// Crossing points u_j = -v_j / c_j. A row whose slope is zero never crosses.
SlopeSigns find_crossings(std::span<const double> values, std::span<const double> slopes,
                          std::span<double> crossings);

// A map whose outermost buckets start beyond nine tenths of the points, with fewer buckets where
// rows are few or classes many.
BucketMap fit_buckets(std::span<const double> crossings, std::span<const double> slopes,
                      std::size_t n_classes);

// The bucket of every crossing point; n_buckets() for rows that never cross.
void assign_buckets(const BucketMap& map, std::span<const double> crossings,
                    std::span<const double> slopes, std::span<std::uint16_t> buckets);

}  // namespace obliqua
