#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <doctest.h>

#include "obliqua/data/weights.hpp"
#include "obliqua/support/errors.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;

std::vector<double> random_weights(Engine& engine, std::size_t n, int decades) {
    std::uniform_real_distribution<double> mantissa(0.1, 1.0);
    std::uniform_int_distribution<int> exponent(-decades, decades);
    std::vector<double> weights(n);
    for (double& w : weights) w = mantissa(engine) * std::pow(10.0, exponent(engine));
    return weights;
}

double sum_of_all(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("weights: whole numbers stay as they are") {
    Engine engine(1);
    for (const std::size_t n : {1UL, 2UL, 3UL, 1000UL}) {
        std::vector<double> weights(n);
        for (double& w : weights) w = static_cast<double>(engine() % 1000);
        weights[0] += 1.0;
        CHECK(exact_weights(weights) == weights);
    }
    const std::vector<double> large{0x1p50, 3.0, 0.0, 0x1p51};
    CHECK(exact_weights(large) == large);
}

TEST_CASE("weights: every sum is exact, in any order and of any part") {
    Engine engine(2);
    for (int round = 0; round < 50; ++round) {
        std::vector<double> exact = exact_weights(random_weights(engine, 500, round % 12));
        long double reference = 0.0L;  // has eleven bits more, so that it cannot round
        for (const double w : exact) reference += w;
        for (int order = 0; order < 5; ++order) {
            std::shuffle(exact.begin(), exact.end(), engine);
            CHECK(static_cast<long double>(sum_of_all(exact)) == reference);
        }
        const auto half = static_cast<std::ptrdiff_t>(engine() % exact.size());
        const double left = std::accumulate(exact.begin(), exact.begin() + half, 0.0);
        const double right = std::accumulate(exact.begin() + half, exact.end(), 0.0);
        CHECK(static_cast<double>(reference) - left == right);
    }
}

TEST_CASE("weights: each changes by less than 2^-52 of the sum") {
    Engine engine(3);
    for (int round = 0; round < 50; ++round) {
        const std::vector<double> weights = random_weights(engine, 300, round % 20);
        const std::vector<double> exact = exact_weights(weights);
        const double most = sum_of_all(weights) * 0x1p-52;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            CHECK(std::abs(weights[i] - exact[i]) <= most);
        }
    }
}

TEST_CASE("weights: a power of two as a factor changes nothing else") {
    Engine engine(4);
    const std::vector<double> weights = random_weights(engine, 200, 6);
    const std::vector<double> exact = exact_weights(weights);
    for (const double factor : {0x1p-90, 0x1p-3, 0x1p70}) {
        std::vector<double> scaled = weights;
        for (double& w : scaled) w *= factor;
        const std::vector<double> result = exact_weights(scaled);
        for (std::size_t i = 0; i < result.size(); ++i) CHECK(result[i] == exact[i] * factor);
    }
}

TEST_CASE("weights: what no sum could hold is refused") {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-1.0, infinity, nan, -infinity}) {
        CHECK_THROWS_WITH_AS(exact_weights(std::vector<double>{1.0, bad}),
                             doctest::Contains("row 1"), InvalidInput);
    }
    CHECK_THROWS_AS(exact_weights(std::vector<double>{0.0, 0.0}), InvalidInput);
    CHECK_THROWS_AS(exact_weights(std::vector<double>{1e300, 1e300}), InvalidInput);
    CHECK_THROWS_AS(exact_weights(std::vector<double>{1e-300, 1e-300}), InvalidInput);
}
