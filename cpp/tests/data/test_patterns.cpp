#include <limits>
#include <vector>

#include <doctest.h>

#include "obliqua/data/patterns.hpp"

using namespace obliqua;

TEST_CASE("rows that are alike have one pattern, and patterns are ordered by value") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> numbers{2.0, -0.0, nan, 0.0, 2.0, nan, 1.0};
    const std::vector<std::int32_t> codes{1, 0, 2, 0, 1, kMissingCode, 0};
    Column number;
    number.numbers = numbers.data();
    Column symbol;
    symbol.kind = FeatureKind::symbolic;
    symbol.codes = codes.data();
    symbol.n_categories = 3;
    const Columns columns(7, {number, symbol});
    const Basis basis;
    const std::vector<RowIndex> rows{5, 0, 1, 2, 3, 4};  // all but the last
    const std::vector<ClassId> classes(7, 0);
    const Patterns patterns({&columns, &basis, rows, classes, {}, 2});
    CHECK(patterns.of(1) == 0);
    CHECK(patterns.of(3) == 0);
    CHECK(patterns.of(0) == 1);
    CHECK(patterns.of(4) == 1);
    CHECK(patterns.of(2) == 2);
    CHECK(patterns.of(5) == 3);  // both values missing
    for (const RowIndex row : rows)
        CHECK(patterns.of(patterns.row(patterns.of(row))) == patterns.of(row));
}
