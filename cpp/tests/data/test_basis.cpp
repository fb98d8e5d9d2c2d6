#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/data/basis.hpp"

using namespace obliqua;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Row-major numeric columns, with a symbolic one after the first.
struct Numbers {
    std::vector<double> values;
    std::vector<std::int32_t> codes;
    std::size_t width;
    Columns columns;

    Numbers(std::vector<double> all, std::size_t n_columns)
        : values(std::move(all)), width(n_columns), columns(0, {}) {
        const std::size_t n = values.size() / width;
        codes.assign(n, 1);
        std::vector<Column> views;
        for (std::size_t c = 0; c < width; ++c) {
            views.push_back({FeatureKind::numeric, values.data() + c, nullptr,
                             static_cast<std::ptrdiff_t>(width), 0});
            if (c == 0) views.push_back({FeatureKind::symbolic, nullptr, codes.data(), 1, 2});
        }
        columns = Columns(n, std::move(views));
    }
    Numbers(const Numbers&) = delete;

    // The numeric column behind a feature.
    double at(std::size_t row, std::int32_t feature) const {
        const auto column = static_cast<std::size_t>(feature == 0 ? 0 : feature - 1);
        return values[row * width + column];
    }
};

}  // namespace

TEST_CASE("basis: features, squares and products, each in the features' order") {
    const Numbers table({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}, 3);
    CHECK(make_basis(table.columns, {}) == numeric_basis(table.columns));
    const Basis wanted{
        {TermKind::feature, 0, 0}, {TermKind::feature, 2, 0}, {TermKind::feature, 3, 0},
        {TermKind::square, 0, 0},  {TermKind::square, 2, 0},  {TermKind::square, 3, 0},
        {TermKind::product, 0, 2}, {TermKind::product, 0, 3}, {TermKind::product, 2, 3}};
    CHECK(make_basis(table.columns, {.quadratic = true}) == wanted);
}

TEST_CASE("basis: (n^2 + 3n) / 2 terms") {
    for (std::size_t n = 1; n < 30; ++n) {
        const Numbers table(std::vector<double>(2 * n, 1.5), n);
        CHECK(make_basis(table.columns, {.quadratic = true}).size() == (n * n + 3 * n) / 2);
    }
}

TEST_CASE("basis: values are those of the features, missing where one is") {
    std::mt19937_64 engine(3);
    std::normal_distribution<double> normal;
    std::vector<double> values(40 * 5);
    for (double& value : values) value = engine() % 7 == 0 ? kNaN : normal(engine);
    const Numbers table(values, 5);
    for (const Term& term : make_basis(table.columns, {.quadratic = true})) {
        for (std::size_t row = 0; row < table.columns.n_rows(); ++row) {
            const double a = table.at(row, term.a);
            double wanted = a;
            if (term.kind == TermKind::square) wanted = a * a;
            if (term.kind == TermKind::product) wanted = a * table.at(row, term.b);
            const double value = term_value(term, table.columns, row);
            CHECK((value == wanted || (std::isnan(value) && std::isnan(wanted))));
        }
    }
}

TEST_CASE("basis: squares and products that overflow are left out, missing values are not") {
    const Numbers table({1e200, 1e-200, kNaN, -1e200, 1e-200, 2.0}, 3);
    const Basis wanted{{TermKind::feature, 0, 0}, {TermKind::feature, 2, 0},
                       {TermKind::feature, 3, 0}, {TermKind::square, 2, 0},
                       {TermKind::square, 3, 0},  {TermKind::product, 0, 2},
                       {TermKind::product, 0, 3}, {TermKind::product, 2, 3}};
    CHECK(make_basis(table.columns, {.quadratic = true}) == wanted);
}
