#include "obliqua/learners/linear_combination.hpp"

#include "obliqua/support/vectors.hpp"

namespace obliqua {

std::vector<double> values_of(const TermValues& terms, const LinearCombination& combination,
                              std::size_t n_rows) {
    std::vector<double> values(n_rows, combination.bias);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const double weight = combination.weights[i];
        if (weight != 0.0) add_multiple(values.data(), terms[i].data(), weight, n_rows);
    }
    return values;
}

}  // namespace obliqua
