#include <numeric>
#include <optional>
#include <variant>
#include <vector>

#include <doctest.h>

#include "obliqua/grow/grow.hpp"
#include "obliqua/splitters/univariate.hpp"
#include "obliqua/tree/route.hpp"

using namespace obliqua;

namespace {

// Symbolic columns only: the basis has no term at all.
struct Symbols {
    std::vector<std::int32_t> codes;  // row-major
    std::vector<ClassId> classes;
    Columns columns;
    Basis basis;
    std::vector<RowIndex> rows;

    Symbols(std::vector<std::int32_t> values, std::vector<ClassId> labels)
        : codes(std::move(values)), classes(std::move(labels)), columns(0, {}) {
        const std::size_t width = codes.size() / classes.size();
        std::vector<Column> all;
        for (std::size_t c = 0; c < width; ++c) {
            all.push_back({FeatureKind::symbolic, nullptr, codes.data() + c,
                           static_cast<std::ptrdiff_t>(width), 3});
        }
        columns = Columns(classes.size(), std::move(all));
        basis = numeric_basis(columns);
        rows.resize(classes.size());
        std::iota(rows.begin(), rows.end(), RowIndex{0});
    }
    Symbols(const Symbols&) = delete;

    Training training() const { return {&columns, &basis, rows, classes, {}, 2}; }
};

std::optional<Split> best_of(const Symbols& symbols, const SplitSettings& settings) {
    SilentMonitor monitor;
    const Training training = symbols.training();
    const UnivariateSplitter splitter(training, settings, 1, monitor);
    std::vector<double> counts(2, 0.0);
    for (const ClassId label : symbols.classes) counts[label] += 1.0;
    return splitter.best({symbols.rows, {}, counts}, {}, 1);
}

}  // namespace

TEST_CASE("equality: the smallest category of equals, of the smallest feature") {
    // Categories 1 and 2 of both features hold the same rows the other way round.
    const Symbols symbols({2, 2, 2, 2, 1, 1, 1, 1}, {0, 0, 1, 1});
    const auto split = best_of(symbols, {});
    REQUIRE(split.has_value());
    const auto& test = std::get<EqualityTest>(split->test);
    CHECK(test.feature == 0);
    CHECK(test.category == 1);
    CHECK(split->merit == doctest::Approx(0.5));
}

TEST_CASE("equality: a missing value counts as the commonest category, or in part") {
    // Category 0 of three rows and one row unknown: filled, 0 has all of class 0 but also class 1.
    const Symbols symbols({0, 0, 0, 1, -1}, {0, 0, 0, 1, 1});
    const auto filled = best_of(symbols, {});
    REQUIRE(filled.has_value());
    CHECK(std::get<EqualityTest>(filled->test).fill == 0);
    CHECK(filled->merit == doctest::Approx(0.48 - 0.8 * 0.375));
    SplitSettings settings;
    settings.missing = MissingPolicy::fractional;
    const auto shared = best_of(symbols, settings);
    REQUIRE(shared.has_value());
    CHECK(shared->merit == doctest::Approx(0.8 * 0.375));
}

TEST_CASE("equality: sides of fewer rows than allowed are not considered") {
    const Symbols symbols({0, 1, 1, 1, 2, 2}, {0, 1, 1, 1, 0, 0});
    SplitSettings settings;
    settings.min_samples_leaf = 3.0;
    const auto split = best_of(symbols, settings);
    REQUIRE(split.has_value());
    CHECK(std::get<EqualityTest>(split->test).category == 1);
    settings.min_samples_leaf = 4.0;
    CHECK_FALSE(best_of(symbols, settings).has_value());
}

TEST_CASE("equality: a tree of symbols alone is grown and routed") {
    const Symbols symbols({0, 0, 0, 1, 1, 0, 1, 1, 2, 0, 2, 1}, {0, 1, 1, 0, 0, 0});
    SilentMonitor monitor;
    const Training training = symbols.training();
    const UnivariateSplitter splitter(training, {}, 1, monitor);
    const Tree tree = freeze(grow(training, splitter, {}, monitor), symbols.basis, 2, 2);
    CHECK_NOTHROW(validate(tree));
    std::vector<std::int32_t> found(symbols.classes.size());
    classify(tree, symbols.columns, found, 1, monitor);
    for (std::size_t row = 0; row < found.size(); ++row) CHECK(found[row] == symbols.classes[row]);
}
