#include "obliqua/tree/test.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace obliqua {
namespace {

int axis_child(const TestView& test, const Basis& basis, const Columns& columns, std::size_t row) {
    double value = term_value(basis[static_cast<std::size_t>(test.terms[0])], columns, row);
    if (std::isnan(value)) {
        if (test.missing == MissingRule::fractional) return kEveryChild;
        value = test.fills[0];
    }
    return value <= test.constants[0] ? 0 : 1;
}

int equality_child(const TestView& test, const Columns& columns, std::size_t row) {
    const std::int32_t code = columns[static_cast<std::size_t>(test.terms[0])].code(row);
    double category = code;
    if (code == kMissingCode) {
        if (test.missing == MissingRule::fractional) return kEveryChild;
        category = test.fills[0];
    }
    return category == test.constants[0] ? 0 : 1;
}

int linear_child(const TestView& test, const Basis& basis, const Columns& columns,
                 std::size_t row) {
    double sum = test.constants[0];
    for (std::size_t i = 0; i < test.terms.size(); ++i) {
        double value = term_value(basis[static_cast<std::size_t>(test.terms[i])], columns, row);
        if (std::isnan(value)) {
            if (test.missing == MissingRule::fractional) return kEveryChild;
            value = test.fills[i];
        }
        sum += test.weights[i] * value;
    }
    return sum <= 0.0 ? 0 : 1;
}

// Functions are evaluated some at a time, so that each term is computed once for all of them
// and nothing is allocated.
int machine_child(const TestView& test, const Basis& basis, const Columns& columns,
                  std::size_t row) {
    constexpr std::size_t kAtOnce = 32;
    const std::size_t n_terms = test.terms.size();
    const std::size_t n_functions = test.constants.size();
    std::array<double, kAtOnce> sums;
    std::size_t winner = 0;
    double best = 0.0;
    for (std::size_t from = 0; from < n_functions; from += kAtOnce) {
        const std::size_t n = std::min(kAtOnce, n_functions - from);
        for (std::size_t j = 0; j < n; ++j) sums[j] = test.constants[from + j];
        for (std::size_t i = 0; i < n_terms; ++i) {
            double value = term_value(basis[static_cast<std::size_t>(test.terms[i])], columns, row);
            if (std::isnan(value)) {
                if (test.missing == MissingRule::fractional) return kEveryChild;
                value = test.fills[i];
            }
            const double* weight = test.weights.data() + from * n_terms + i;
            for (std::size_t j = 0; j < n; ++j) sums[j] += weight[j * n_terms] * value;
        }
        for (std::size_t j = 0; j < n; ++j) {
            if (from + j == 0 || sums[j] > best) {
                winner = from + j;
                best = sums[j];
            }
        }
    }
    return static_cast<int>(winner);
}

}  // namespace

int child_of(const TestView& test, const Basis& basis, const Columns& columns, std::size_t row) {
    switch (test.kind) {
        case TestKind::axis:
            return axis_child(test, basis, columns, row);
        case TestKind::equality:
            return equality_child(test, columns, row);
        case TestKind::linear:
            return linear_child(test, basis, columns, row);
        case TestKind::machine:
            return machine_child(test, basis, columns, row);
        case TestKind::leaf:
            break;
    }
    assert(false && "a leaf asks nothing");
    return 0;
}

}  // namespace obliqua
