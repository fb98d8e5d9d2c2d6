#include <numeric>

#include <doctest.h>

#include "obliqua/criteria/multiway.hpp"

using namespace obliqua;

TEST_CASE("the merit of two children is the criterion's own, whatever empty ones there are") {
    for (const std::string& name : criterion_names()) {
        const CriterionChoice criterion{criterion_named(name), {}};
        const std::vector<double> total{9.0, 7.0, 5.0};
        const std::vector<double> left{8.0, 1.0, 2.0};
        const double own = merit_of(criterion, left.data(), total.data(), 3);
        CHECK(merit_of_children(criterion, {8, 1, 2, 1, 6, 3}, 3) == own);
        CHECK(merit_of_children(criterion, {0, 0, 0, 8, 1, 2, 0, 0, 0, 1, 6, 3}, 3) == own);
    }
}

TEST_CASE("nothing is gained by a partition that leaves all rows in one child") {
    for (const std::string& name : criterion_names()) {
        const CriterionChoice criterion{criterion_named(name), {}};
        CHECK(merit_of_children(criterion, {0, 0, 4, 3, 0, 0}, 2) == 0.0);
        CHECK(merit_of_children(criterion, {0, 0, 0, 0}, 2) == 0.0);
    }
}

TEST_CASE("three homogeneous children by hand") {
    const auto merit = [](const char* name) {
        return merit_of_children({criterion_named(name), {}}, {2, 0, 0, 0, 1, 0, 0, 0, 1}, 3);
    };
    // Entropy 1.5 bits before, none after; the split's own information is the same.
    CHECK(merit("info-gain") == doctest::Approx(1.5));
    CHECK(merit("gain-ratio") == doctest::Approx(1.0));
    CHECK(merit("gini") == doctest::Approx(1.0 - 0.375));
    CHECK(merit("sum-minority") == doctest::Approx(0.5));
    // Each against the rest: (2, 0, 0) | (0, 1, 1) has twoing 1, (0, 1, 0) | (2, 0, 1) has 0.75.
    CHECK(merit("twoing") == doctest::Approx(0.5 * 1.0 + 2 * 0.25 * 0.75));
}

TEST_CASE("a user's criterion sees each child against the rest") {
    CriterionChoice criterion;
    criterion.custom = [](const double* left, const double*, std::size_t m, std::size_t k,
                          double* scores) {
        for (std::size_t i = 0; i < m; ++i) scores[i] = left[i * k];
    };
    // Weights 2, 1, 1 of 4; first counts 2, 0, 1.
    CHECK(merit_of_children(criterion, {2, 0, 0, 1, 1, 0}, 2) ==
          doctest::Approx(0.5 * 2.0 + 0.25 * 1.0));
}
