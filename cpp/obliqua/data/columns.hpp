// The user's table as the core sees it: one view per feature, nothing copied.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace obliqua {

using RowIndex = std::uint32_t;
using ClassId = std::uint16_t;

enum class FeatureKind : std::uint8_t { numeric = 0, symbolic = 1 };

inline constexpr std::int32_t kMissingCode = -1;

// One feature. `stride` counts elements, so that columns of row-major tables need no copy.
struct Column {
    FeatureKind kind = FeatureKind::numeric;
    const double* numbers = nullptr;      // NaN is missing
    const std::int32_t* codes = nullptr;  // kMissingCode is missing
    std::ptrdiff_t stride = 1;
    std::int32_t n_categories = 0;
    const float* singles = nullptr;  // if set, holds the numbers; only in tables to be routed

    double number(std::size_t row) const {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * stride;
        if (singles != nullptr) [[unlikely]] {
            return static_cast<double>(singles[at]);
        }
        return numbers[at];
    }
    std::int32_t code(std::size_t row) const {
        return codes[static_cast<std::ptrdiff_t>(row) * stride];
    }
    bool missing(std::size_t row) const {
        return kind == FeatureKind::numeric ? std::isnan(number(row)) : code(row) < 0;
    }
};

class Columns {
   public:
    Columns(std::size_t n_rows, std::vector<Column> columns)
        : n_rows_(n_rows), columns_(std::move(columns)) {}

    std::size_t n_rows() const { return n_rows_; }
    std::size_t n_features() const { return columns_.size(); }
    const Column& operator[](std::size_t feature) const { return columns_[feature]; }

   private:
    std::size_t n_rows_;
    std::vector<Column> columns_;
};

}  // namespace obliqua
