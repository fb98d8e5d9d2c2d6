#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest.h>

#include "obliqua/data/finite.hpp"
#include "obliqua/support/errors.hpp"

using namespace obliqua;

namespace {

constexpr std::size_t kRows = 70;
constexpr std::size_t kFeatures = 3;

std::string refusal(const Columns& columns, std::size_t first_row, std::size_t n_rows) {
    try {
        FiniteCheck(columns).require(first_row, n_rows);
    } catch (const InvalidInput& refused) {
        return refused.what();
    }
    return "";
}

// The same values by row and by column, one after another or with gaps.
template <class Value>
struct Layouts {
    std::vector<Value> values;

    std::vector<Columns> all(const Value* Column::* member) const {
        std::vector<Columns> found;
        for (const auto& [stride, step] : {std::pair<std::ptrdiff_t, std::ptrdiff_t>{3, 1},
                                           {1, kRows},
                                           {6, 2},
                                           {2, 2 * kRows}}) {
            std::vector<Column> columns(kFeatures);
            for (std::size_t j = 0; j < kFeatures; ++j) {
                columns[j].stride = stride;
                columns[j].*member = values.data() + static_cast<std::ptrdiff_t>(j) * step;
            }
            found.emplace_back(kRows, std::move(columns));
        }
        return found;
    }
};

template <class Value>
void check_places(const Value* Column::* member) {
    Layouts<Value> layouts{std::vector<Value>(2 * kRows * kFeatures)};
    for (const Columns& columns : layouts.all(member)) {
        for (std::size_t i = 0; i < layouts.values.size(); ++i) {
            layouts.values[i] = i % 5 == 0 ? std::numeric_limits<Value>::quiet_NaN()
                                           : std::numeric_limits<Value>::max();
        }
        CHECK(refusal(columns, 0, kRows).empty());
        for (const std::size_t row : {std::size_t{0}, std::size_t{37}, kRows - 1}) {
            for (std::size_t j = 0; j < kFeatures; ++j) {
                const Column& column = columns[j];
                Value& value = layouts.values[static_cast<std::size_t>(
                    column.*member - layouts.values.data() +
                    static_cast<std::ptrdiff_t>(row) * column.stride)];
                const Value before = value;
                value = -std::numeric_limits<Value>::infinity();
                CHECK(refusal(columns, 0, kRows) == "feature " + std::to_string(j) + ", row " +
                                                        std::to_string(row) +
                                                        " (the first is 0): infinite value -inf");
                CHECK_FALSE(refusal(columns, row, 1).empty());
                CHECK(refusal(columns, 0, row).empty());
                value = before;
            }
        }
    }
}

}  // namespace

TEST_CASE("an infinite value is found wherever it is, in any layout") {
    check_places<double>(&Column::numbers);
    check_places<float>(&Column::singles);
}

TEST_CASE("symbolic columns are not looked at") {
    const std::int32_t codes[] = {0, 1};
    const double numbers[] = {0.0, std::numeric_limits<double>::infinity()};
    std::vector<Column> columns(2);
    columns[0] = {FeatureKind::symbolic, nullptr, codes, 1, 2};
    columns[1] = {FeatureKind::numeric, numbers, nullptr, 1, 0};
    const Columns mixed(2, columns);
    CHECK(refusal(mixed, 0, 1).empty());
    CHECK(refusal(mixed, 0, 2) == "feature 1, row 1 (the first is 0): infinite value inf");
}
