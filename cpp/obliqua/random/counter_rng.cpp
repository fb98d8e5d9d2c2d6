#include "obliqua/random/counter_rng.hpp"

namespace obliqua {

namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;
constexpr int kRounds = 10;

// Steele, Lea and Flood 2014: the finaliser of SplitMix64, a bijection that mixes all bits.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t low = std::uint64_t{kMultiplier0} * counter[0];
        const std::uint64_t high = std::uint64_t{kMultiplier1} * counter[2];
        counter = {static_cast<std::uint32_t>(high >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(high),
                   static_cast<std::uint32_t>(low >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(low)};
        key[0] += kWeyl0;
        key[1] += kWeyl1;
    }
    return counter;
}

StreamKey StreamKey::child(std::size_t index) const {
    return {seed, mixed(path + 0x9E3779B97F4A7C15ULL * (index + 1)), stream};
}

std::uint32_t CounterRng::bits() {
    if (used_ == buffer_.size()) {
        const std::uint64_t path = mixed(key_.path ^ (std::uint64_t{key_.stream} << 32));
        buffer_ = philox(
            {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
             static_cast<std::uint32_t>(path), static_cast<std::uint32_t>(path >> 32)},
            {static_cast<std::uint32_t>(key_.seed), static_cast<std::uint32_t>(key_.seed >> 32)});
        ++block_;
        used_ = 0;
    }
    return buffer_[used_++];
}

std::uint64_t CounterRng::bits64() {
    const std::uint64_t high = bits();
    return (high << 32) | bits();
}

double CounterRng::uniform() { return static_cast<double>(bits64() >> 11) * 0x1.0p-53; }

double CounterRng::uniform(double low, double high) { return low + (high - low) * uniform(); }

std::uint64_t CounterRng::below(std::uint64_t n) {
    // Rejection keeps every value equally likely when n does not divide 2^64.
    const std::uint64_t limit = (~std::uint64_t{0}) - ((~std::uint64_t{0}) % n + 1) % n;
    std::uint64_t drawn = bits64();
    while (drawn > limit) drawn = bits64();
    return drawn % n;
}

double CounterRng::normal() {
    // The sum of twelve uniforms less six (Irwin and Hall) uses additions only, so that every
    // platform draws the same bits; its tails end at six, which no search here can notice.
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
}

}  // namespace obliqua
