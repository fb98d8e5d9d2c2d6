// The fixed-point logarithms that ITI's merit is made of (docs/systems/iti.md): sums of them are
// exact, so that no order of rows or classes can matter.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "obliqua/support/logarithm.hpp"

namespace obliqua {

// L(x) = floor(2^24 x log2 x + 1/2), L(0) = 0.
inline std::int64_t fixed_x_log2_x(std::int64_t x) {
    if (x <= 0) return 0;
    const auto value = static_cast<double>(x);
    return static_cast<std::int64_t>(std::floor(16777216.0 * (value * log2_portable(value)) + 0.5));
}

// The same from a table, as far as that reaches.
class FixedLog {
   public:
    void reach(std::int64_t largest) {
        constexpr std::int64_t kMost = std::int64_t{1} << 22;
        if (largest < std::ssize(table_) || std::ssize(table_) > kMost) return;
        const std::int64_t size =
            std::min(std::max(largest + 1, 2 * std::ssize(table_)), kMost + 1);
        table_.reserve(static_cast<std::size_t>(size));
        while (std::ssize(table_) < size) table_.push_back(fixed_x_log2_x(std::ssize(table_)));
    }

    std::int64_t operator()(std::int64_t x) const {
        if (x < std::ssize(table_)) [[likely]] {
            return table_[static_cast<std::size_t>(x)];
        }
        return fixed_x_log2_x(x);
    }

   private:
    std::vector<std::int64_t> table_;
};

}  // namespace obliqua
