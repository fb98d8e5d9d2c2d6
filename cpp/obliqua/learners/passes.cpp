#include "obliqua/learners/passes.hpp"

namespace obliqua {

Passes::Passes(std::span<const double> weights, const StreamKey& key)
    : until_(weights.begin(), weights.end()), rng_(key) {
    double total = 0.0;
    for (double& sum : until_) sum = total += sum;
    const auto n = static_cast<double>(until_.size());
    for (double& sum : until_) sum = sum * n / total;
}

std::span<const std::uint32_t> Passes::pass(std::size_t i) {
    const std::size_t n = until_.size();
    while (drawn_.size() < (i + 1) * n) draw();
    return {drawn_.data() + i * n, n};
}

void Passes::draw() {
    const std::size_t n = until_.size();
    const std::size_t begin = drawn_.size();
    const double first = rng_.uniform();
    std::size_t example = 0;
    for (std::size_t point = 0; point < n; ++point) {
        const double at = static_cast<double>(point) + first;
        while (example + 1 < n && until_[example] <= at) ++example;
        drawn_.push_back(static_cast<std::uint32_t>(example));
    }
    rng_.shuffle(drawn_.data() + begin, n);
}

}  // namespace obliqua
