// What a learner finds: linear functions of standardised terms and the constant one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace obliqua {

// Some of a node's terms by their places among them, increasing.
using Positions = std::vector<std::size_t>;

// One function tells two groups apart by its sign; several are a linear machine.
struct Functions {
    std::size_t n = 1;
    std::vector<double> weights;  // one row per function: a weight per term, then the constant's

    std::size_t width() const { return weights.size() / n; }
    std::span<const double> row(std::size_t f) const {
        return {weights.data() + f * width(), width()};
    }
};

}  // namespace obliqua
