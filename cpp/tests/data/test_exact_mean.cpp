#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/data/exact_mean.hpp"
#include "obliqua/data/weights.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;

double mean_of(const std::vector<double>& values, const std::vector<double>& weights = {}) {
    ExactMean mean;
    for (std::size_t i = 0; i < values.size(); ++i) {
        mean.add(values[i], weights.empty() ? 1.0 : weights[i]);
    }
    return mean.mean();
}

constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

}  // namespace

TEST_CASE("mean: worked by hand") {
    CHECK(mean_of({}) == 0.0);
    CHECK(mean_of({1.0, 2.0, 6.0}) == 3.0);
    CHECK(mean_of({-1.0, 1.0}) == 0.0);
    CHECK(mean_of({1.0, 4.0}, {3.0, 1.0}) == 1.75);
    CHECK(mean_of({1.0, 4.0, 9.0}, {0.5, 0.25, 0.25}) == 3.75);
    CHECK(mean_of({-7.0, 5.0}, {0.125, 0.375}) == 2.0);
    CHECK(mean_of({1.0, 2.0}, {0.0, 0.0}) == 0.0);
}

TEST_CASE("mean: nothing is lost between large and small") {
    CHECK(mean_of({1e300, 1.0, -1e300}) == 1.0 / 3.0);
    CHECK(mean_of({1e300, 1e-300, -1e300, 1e-300}) == 5e-301);
    CHECK(mean_of({kMost, kMost, kMost}) == kMost);
    CHECK(mean_of({-kMost, -kMost}, {2.5, 0.5}) == -kMost);
    CHECK(mean_of({-1.75e308, 1.5e308}, {2.0, 2.0}) == 0.5 * (1.5e308 - 1.75e308));
    CHECK(mean_of({kMost, -kMost, kLeast}) == 0.0);
    CHECK(mean_of({2.0 * kLeast, kLeast, 3.0 * kLeast}) == 2.0 * kLeast);
    CHECK(mean_of({kLeast, kLeast}, {0x1p-60, 0x1p-60}) == kLeast);
    CHECK(mean_of({-0.0, -0.0}) == 0.0);
}

TEST_CASE("mean: of equal values it is that value") {
    Engine engine(1);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (int n = 1; n < 400; ++n) {
        const double value = uniform(engine) * std::pow(10.0, n % 600 - 300);
        CHECK(mean_of(std::vector<double>(static_cast<std::size_t>(n), value)) == value);
        std::vector<double> weights(static_cast<std::size_t>(n));
        for (double& w : weights) w = std::abs(uniform(engine)) + 1e-3;
        CHECK(mean_of(std::vector<double>(weights.size(), value), exact_weights(weights)) == value);
    }
}

TEST_CASE("mean: the order of rows does not count, and a weight of two is the row twice") {
    Engine engine(2);
    std::normal_distribution<double> normal;
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<double, double>> rows;
        for (int i = 0; i < 60; ++i) {
            rows.emplace_back(normal(engine) * std::pow(10.0, engine() % 40),
                              static_cast<double>(1 + engine() % 3));
        }
        const auto mean = [&](bool twice) {
            ExactMean sum;
            for (const auto& [value, weight] : rows) {
                for (int i = 0; i < (twice ? static_cast<int>(weight) : 1); ++i) {
                    sum.add(value, twice ? 1.0 : weight);
                }
            }
            return sum.mean();
        };
        const double first = mean(false);
        CHECK(mean(true) == first);
        std::shuffle(rows.begin(), rows.end(), engine);
        CHECK(mean(false) == first);
    }
}

TEST_CASE("mean: is the double nearest to the exact quotient") {
    Engine engine(3);
    for (int round = 0; round < 20000; ++round) {
        // Sums below 2^63, so that the quotient can be compared in whole numbers.
        const auto n = static_cast<std::int64_t>(1 + engine() % 9);
        std::vector<double> values;
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            const auto value = static_cast<std::int64_t>(engine() % (std::uint64_t{1} << 53)) -
                               (std::int64_t{1} << 52);
            values.push_back(static_cast<double>(value));
            sum += value;
        }
        const double found = mean_of(values);
        const auto odd = [](double x) { return (std::bit_cast<std::uint64_t>(x) & 1) != 0; };
        const auto error = [&](double x) {
            return std::abs(static_cast<long double>(sum) -
                            static_cast<long double>(x) * static_cast<long double>(n));
        };
        for (const double other : {std::nextafter(found, kMost), std::nextafter(found, -kMost)}) {
            CHECK(error(found) <= error(other));
            if (odd(found)) CHECK(error(found) < error(other));
        }
    }
}
