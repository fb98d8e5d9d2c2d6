#include "obliqua/splitters/row_sample.hpp"

#include <algorithm>

namespace obliqua {

namespace {

constexpr std::uint32_t kSampleStream = 0xFFFFFFFDU;

}  // namespace

GrowingSample::GrowingSample(std::span<const RowIndex> rows, const StreamKey& key)
    : rows_(rows), rng_(key.with_stream(kSampleStream)), taken_(rows.size(), false) {}

std::vector<RowIndex> GrowingSample::first(std::size_t n) {
    if (n >= rows_.size()) return {rows_.begin(), rows_.end()};
    while (drawn_.size() < n) {
        const auto position = static_cast<std::size_t>(rng_.below(rows_.size()));
        if (taken_[position]) continue;
        taken_[position] = true;
        drawn_.push_back(position);
    }
    std::vector<std::size_t> positions(drawn_.begin(),
                                       drawn_.begin() + static_cast<std::ptrdiff_t>(n));
    std::sort(positions.begin(), positions.end());
    std::vector<RowIndex> sample;
    sample.reserve(n);
    for (const std::size_t position : positions) sample.push_back(rows_[position]);
    return sample;
}

}  // namespace obliqua
