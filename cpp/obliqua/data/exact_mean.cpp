#include "obliqua/data/exact_mean.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace obliqua {

namespace {

// |x| = mantissa * 2^exponent.
struct Parts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
};

Parts parts_of(double x) {
    constexpr int kMantissaBits = 52;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto raw = static_cast<int>((bits >> kMantissaBits) & 0x7FF);
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << kMantissaBits) - 1);
    if (raw == 0) return {mantissa, -1074, (bits >> 63) != 0};
    return {mantissa | (std::uint64_t{1} << kMantissaBits), raw - 1075, (bits >> 63) != 0};
}

constexpr std::uint64_t kLow = 0xFFFFFFFFU;
constexpr std::uint32_t kCarryEvery = std::uint32_t{1} << 26;  // long before a limb overflows

}  // namespace

void ExactMean::add(double value, double weight) {
    weight_ += weight;
    if (weight == 1.0) {
        const Parts v = parts_of(value);
        add_bits(v.mantissa, v.exponent, v.negative);
    } else {
        add_product(value, weight);
    }
    if (++since_carry_ == kCarryEvery) carry();
}

void ExactMean::add_product(double value, double weight) {
    const Parts v = parts_of(value);
    const Parts w = parts_of(weight);
    const int exponent = v.exponent + w.exponent;
    const bool negative = v.negative != w.negative;
    add_bits((v.mantissa & kLow) * (w.mantissa & kLow), exponent, negative);
    add_bits((v.mantissa >> 32) * (w.mantissa & kLow), exponent + 32, negative);
    add_bits((v.mantissa & kLow) * (w.mantissa >> 32), exponent + 32, negative);
    add_bits((v.mantissa >> 32) * (w.mantissa >> 32), exponent + 64, negative);
}

void ExactMean::add_bits(std::uint64_t bits, int exponent, bool negative) {
    const int position = exponent - kLeastExponent;
    const auto limb = static_cast<std::size_t>(position / kLimbBits);
    const int shift = position % kLimbBits;
    const std::uint64_t low = (bits & kLow) << shift;
    const std::uint64_t high = (bits >> 32) << shift;
    const std::int64_t sign = negative ? -1 : 1;
    limbs_[limb] += sign * static_cast<std::int64_t>(low & kLow);
    limbs_[limb + 1] += sign * static_cast<std::int64_t>((low >> 32) + (high & kLow));
    limbs_[limb + 2] += sign * static_cast<std::int64_t>(high >> 32);
}

// Brings every limb but the last into [0, 2^32); the last keeps the sign.
void ExactMean::carry() {
    for (std::size_t i = 0; i + 1 < kLimbs; ++i) {
        const std::int64_t rest = limbs_[i] & static_cast<std::int64_t>(kLow);
        limbs_[i + 1] += (limbs_[i] - rest) >> kLimbBits;
        limbs_[i] = rest;
    }
    since_carry_ = 0;
}

int ExactMean::sign() {
    carry();
    if (limbs_[kLimbs - 1] < 0) return -1;
    for (const std::int64_t limb : limbs_) {
        if (limb != 0) return 1;
    }
    return 0;
}

double ExactMean::leading(int& exponent) {
    const bool negative = sign() < 0;
    if (negative) {
        for (std::int64_t& limb : limbs_) limb = -limb;
        carry();
    }
    std::size_t top = kLimbs - 1;
    while (top > 2 && limbs_[top] == 0) --top;
    exponent = static_cast<int>(top - 2) * kLimbBits + kLeastExponent;
    const double first = static_cast<double>(limbs_[top]) * 0x1p64;
    const double second = static_cast<double>(limbs_[top - 1]) * 0x1p32;
    const double size = first + (second + static_cast<double>(limbs_[top - 2]));
    return negative ? -size : size;
}

// Where the exact mean lies of the middle between two doubles: -1 below, 1 above.
int ExactMean::side_of_midpoint(double low, double high) const {
    ExactMean difference = *this;
    difference.carry();
    for (std::int64_t& limb : difference.limbs_) limb *= 2;
    difference.add_product(-low, weight_);
    difference.add_product(-high, weight_);
    return difference.sign();
}

double ExactMean::mean() const {
    if (weight_ <= 0.0) return 0.0;
    int exponent = 0;
    const double fraction = ExactMean(*this).leading(exponent);
    if (fraction == 0.0) return 0.0;
    constexpr double kMost = std::numeric_limits<double>::max();
    double nearest = std::fmin(kMost, std::fmax(-kMost, std::ldexp(fraction / weight_, exponent)));
    const auto above = [](double x) { return std::nextafter(x, kMost); };
    const auto below = [](double x) { return std::nextafter(x, -kMost); };
    // The quotient is off by a unit or two in the last place at most. Halves go to the even side.
    const auto odd = [](double x) { return (std::bit_cast<std::uint64_t>(x) & 1) != 0; };
    while (nearest < kMost && side_of_midpoint(nearest, above(nearest)) + odd(nearest) > 0) {
        nearest = above(nearest);
    }
    while (nearest > -kMost && side_of_midpoint(below(nearest), nearest) - odd(nearest) < 0) {
        nearest = below(nearest);
    }
    return nearest;
}

}  // namespace obliqua
