// Philox4x32-10 (Salmon et al. 2011): random numbers as a pure function of key and counter, so
// that a node's draws depend on where it is, never on which thread got there first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace obliqua {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

// Names one stream: the seed, the path of the node from the root, and a purpose or restart.
struct StreamKey {
    std::uint64_t seed = 0;
    std::uint64_t path = 1;  // root; hashed further for each child taken
    std::uint32_t stream = 0;

    StreamKey child(std::size_t index) const;
    StreamKey with_stream(std::uint32_t number) const { return {seed, path, number}; }
};

class CounterRng {
   public:
    explicit CounterRng(const StreamKey& key) : key_(key) {}

    std::uint32_t bits();
    std::uint64_t bits64();
    double uniform();                         // [0, 1), 53 bits
    double uniform(double low, double high);  // [low, high)
    std::uint64_t below(std::uint64_t n);     // 0 <= result < n, unbiased; n > 0
    double normal();                          // mean 0, sd 1; by IEEE basic operations only
    bool chance(double probability) { return uniform() < probability; }

    // Fisher and Yates, in place.
    template <class T>
    void shuffle(T* items, std::size_t n) {
        for (std::size_t i = n; i > 1; --i) {
            const std::size_t j = static_cast<std::size_t>(below(i));
            T kept = items[i - 1];
            items[i - 1] = items[j];
            items[j] = kept;
        }
    }

   private:
    StreamKey key_;
    std::uint64_t block_ = 0;
    std::array<std::uint32_t, 4> buffer_{};
    std::size_t used_ = 4;
};

}  // namespace obliqua
