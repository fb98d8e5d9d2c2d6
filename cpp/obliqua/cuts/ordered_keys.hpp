// Sorting many doubles with their positions: order-preserving integer keys and a radix sort.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace obliqua {

// Orders as the doubles do; the two zeros become one key.
inline std::uint64_t ordered_key(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

inline double value_of_key(std::uint64_t key) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

struct KeyedRow {
    std::uint64_t key;
    std::uint32_t row;
};

// Stable, ascending by key. `scratch` is resized as needed and may be reused between calls.
void sort_by_key(std::vector<KeyedRow>& items, std::vector<KeyedRow>& scratch);

}  // namespace obliqua
