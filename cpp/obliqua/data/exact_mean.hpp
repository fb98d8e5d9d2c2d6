// Weighted means that depend on the rows alone: not on their order, on threads, or on whether a
// row of weight two is written once or twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace obliqua {

// Sums weight times value as one long integer (Kulisch's accumulator), so that nothing is lost or
// overflows; the mean is the double nearest to the exact quotient.
class ExactMean {
   public:
    // Both finite, weight >= 0, and the weights of a kind whose sums are exact (see weights.hpp).
    void add(double value, double weight);
    // Zero when no weight has been added.
    double mean() const;
    double weight() const { return weight_; }

   private:
    static constexpr int kLimbBits = 32;
    static constexpr int kLeastExponent = -2148;  // of the product of two subnormal numbers
    // Products end at 2^2048, and 2^64 of them at four bits more than two limbs.
    static constexpr std::size_t kLimbs = (2048 + 2148) / kLimbBits + 4;

    void add_product(double value, double weight);
    void add_bits(std::uint64_t bits, int exponent, bool negative);
    void carry();
    int sign();
    // The sum as fraction * 2^exponent, to about a double's precision.
    double leading(int& exponent);
    int side_of_midpoint(double low, double high) const;

    std::array<std::int64_t, kLimbs> limbs_{};
    std::uint32_t since_carry_ = 0;
    double weight_ = 0.0;
};

}  // namespace obliqua
