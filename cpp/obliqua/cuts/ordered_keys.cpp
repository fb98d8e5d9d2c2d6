#include "obliqua/cuts/ordered_keys.hpp"

#include <algorithm>
#include <array>

namespace obliqua {

namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = (64 + kDigitBits - 1) / kDigitBits;
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::size_t kSmallest = 1024;  // below, comparison sorting is faster

std::size_t digit(std::uint64_t key, std::size_t place) {
    return (key >> (place * kDigitBits)) & (kBuckets - 1);
}

}  // namespace

void sort_by_key(std::vector<KeyedRow>& items, std::vector<KeyedRow>& scratch) {
    if (items.size() < kSmallest) {
        std::stable_sort(items.begin(), items.end(),
                         [](const KeyedRow& a, const KeyedRow& b) { return a.key < b.key; });
        return;
    }
    std::vector<std::array<std::uint32_t, kBuckets>> counts(kDigits);
    for (auto& place : counts) place.fill(0);
    for (const KeyedRow& item : items) {
        for (std::size_t place = 0; place < kDigits; ++place)
            ++counts[place][digit(item.key, place)];
    }
    scratch.resize(items.size());
    for (std::size_t place = 0; place < kDigits; ++place) {
        auto& count = counts[place];
        if (count[digit(items.front().key, place)] == items.size()) continue;
        std::uint32_t start = 0;
        for (std::uint32_t& bucket : count) {
            const std::uint32_t size = bucket;
            bucket = start;
            start += size;
        }
        for (const KeyedRow& item : items) scratch[count[digit(item.key, place)]++] = item;
        items.swap(scratch);
    }
}

}  // namespace obliqua
