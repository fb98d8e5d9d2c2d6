#include "obliqua/data/finite.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "obliqua/support/errors.hpp"
#include "obliqua/support/multiversion.hpp"

namespace obliqua {
namespace {

// An infinity's bits without the sign; whole numbers, so that the loop has no branch.
template <class Bits, class Value>
bool finite_run(const Value* values, std::size_t n, Bits infinity) {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < n; ++i) {
        found |= static_cast<Bits>(std::bit_cast<Bits>(values[i]) << 1) == infinity << 1 ? 1U : 0U;
    }
    return found == 0;
}

OBLIQUA_MULTIVERSION
bool finite(const double* values, std::size_t n) {
    return finite_run<std::uint64_t>(values, n, std::uint64_t{0x7FF} << 52);
}

OBLIQUA_MULTIVERSION
bool finite(const float* values, std::size_t n) {
    return finite_run<std::uint32_t>(values, n, std::uint32_t{0xFF} << 23);
}

template <class Value>
bool follow_each_other(const Columns& columns, const Value* Column::* values) {
    const auto d = static_cast<std::ptrdiff_t>(columns.n_features());
    for (std::ptrdiff_t j = 0; j < d; ++j) {
        const Column& column = columns[static_cast<std::size_t>(j)];
        if (column.stride != d || column.*values == nullptr ||
            column.*values != columns[0].*values + j) {
            return false;
        }
    }
    return d > 0;
}

}  // namespace

FiniteCheck::FiniteCheck(const Columns& columns)
    : columns_(columns),
      rows_in_one_piece_(follow_each_other(columns, &Column::numbers) ||
                         follow_each_other(columns, &Column::singles)) {}

bool FiniteCheck::all_finite(const Column& column, std::size_t first_row,
                             std::size_t n_rows) const {
    if (column.stride == 1) {
        return column.singles != nullptr ? finite(column.singles + first_row, n_rows)
                                         : finite(column.numbers + first_row, n_rows);
    }
    for (std::size_t row = first_row; row < first_row + n_rows; ++row) {
        if (std::isinf(column.number(row))) return false;
    }
    return true;
}

void FiniteCheck::require(std::size_t first_row, std::size_t n_rows) const {
    if (rows_in_one_piece_) {
        const std::size_t d = columns_.n_features();
        const Column& first = columns_[0];
        if (first.singles != nullptr ? finite(first.singles + first_row * d, n_rows * d)
                                     : finite(first.numbers + first_row * d, n_rows * d)) {
            return;
        }
    }
    for (std::size_t j = 0; j < columns_.n_features(); ++j) {
        if (columns_[j].kind != FeatureKind::numeric) continue;
        if (all_finite(columns_[j], first_row, n_rows)) continue;
        std::size_t row = first_row;
        while (!std::isinf(columns_[j].number(row))) ++row;
        throw InvalidInput("feature " + std::to_string(j) + ", row " + std::to_string(row) +
                           " (the first is 0): infinite value " +
                           std::to_string(columns_[j].number(row)));
    }
}

}  // namespace obliqua
