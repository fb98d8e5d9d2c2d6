// A linear combination of terms, as learners fit it and selectors thin it out.
#pragma once

#include <span>
#include <vector>

namespace obliqua {

// The values of each term, all of the same rows in the same order.
using TermValues = std::vector<std::span<const double>>;

struct LinearCombination {
    std::vector<double> weights;  // one per term; zero for a term that takes no part
    double bias = 0.0;            // a row is on the left when bias + sum of weight * term <= 0
    double merit = 0.0;           // of these two sides
};

// bias + sum of weight * term for each of `n_rows` rows.
std::vector<double> values_of(const TermValues& terms, const LinearCombination& combination,
                              std::size_t n_rows);

}  // namespace obliqua
