#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/criteria/registry.hpp"
#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/gap.hpp"
#include "obliqua/cuts/step_search.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;

// A hyperplane that moves among random rows; values and slopes have ties and zeros.
struct Moving {
    std::vector<double> values;
    std::vector<double> slopes;
    std::vector<ClassId> labels;
    std::vector<double> weights;
    std::size_t k;
    MovingLength length;

    Moving(std::size_t n, std::size_t n_classes, bool weighted, Engine& engine) : k(n_classes) {
        std::normal_distribution<double> normal;
        const bool rough = engine() % 2 == 0;
        for (std::size_t j = 0; j < n; ++j) {
            const double value = normal(engine);
            const double slope = normal(engine);
            values.push_back(rough ? std::round(2.0 * value) / 2.0 : value);
            slopes.push_back(rough ? std::round(slope) : slope);
            labels.push_back(static_cast<ClassId>(engine() % k));
            if (weighted) weights.push_back(static_cast<double>(1 + engine() % 3));
        }
        std::sort(labels.begin(), labels.end());
        length = {1.0 + std::abs(normal(engine)), normal(engine), 1.0 + std::abs(normal(engine))};
        length.product *= 0.5;
    }

    StepRows rows(double least) const { return {labels, weights, k, least}; }

    std::vector<double> after(double delta) const {
        std::vector<double> moved(values);
        for (std::size_t j = 0; j < moved.size(); ++j) moved[j] += delta * slopes[j];
        return moved;
    }
};

// Every midpoint of two crossings, judged by what the search itself says of where it leads.
Step best_of_all(const Moving& moving, StepSearch& steps) {
    std::vector<double> points;
    for (std::size_t j = 0; j < moving.values.size(); ++j) {
        if (moving.slopes[j] != 0.0) points.push_back(-moving.values[j] / moving.slopes[j]);
    }
    std::sort(points.begin(), points.end());
    Step best{false, -std::numeric_limits<double>::infinity(), 0.0};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (points[i] >= points[i + 1]) continue;
        const double delta = between(points[i], points[i + 1]);
        const double merit =
            steps.merit(moving.after(delta), {std::pow(moving.length.at(delta), 2)});
        if (std::isinf(merit)) continue;
        if (!best.found || merit > best.merit) best = {true, merit, delta};
    }
    return best;
}

}  // namespace

TEST_CASE("margin-aware steps are the best of all midpoints") {
    Engine engine(7);
    for (const MarginRules& rules : {MarginRules(MOC1::Rules{}), MarginRules(MOC2::Rules{})}) {
        for (int repeat = 0; repeat < 300; ++repeat) {
            const std::size_t n = 2 + engine() % 60;
            const Moving moving(n, 2 + engine() % 4, engine() % 2 == 0, engine);
            const double least = engine() % 4 == 0 ? 3.0 : 1.0;
            CriterionChoice choice;
            choice.margin = rules;
            const auto steps = make_step_search(choice, moving.rows(least));
            const Step wanted = best_of_all(moving, *steps);
            const double never = -std::numeric_limits<double>::infinity();
            const Step found = steps->best(moving.values, moving.slopes, never, moving.length);
            REQUIRE(found.found == wanted.found);
            if (!wanted.found) continue;
            CHECK(found.merit == doctest::Approx(wanted.merit).epsilon(1e-9));
            // A floor that nothing reaches leaves nothing to be found.
            const double floor = wanted.merit * 1.001 + 1e-9;
            CHECK_FALSE(steps->best(moving.values, moving.slopes, floor, moving.length).found);
        }
    }
}

TEST_CASE("the gap lies between the nearest values on both sides of zero") {
    const std::vector<double> values{-3.0, 0.5, -0.25, 0.75, -1.0};
    CHECK(gap_of(values) == 0.75);
    const std::vector<double> slopes{0.0, 1.0, 0.0, 0.0, 0.0};
    CHECK(gap_after(values, slopes, -1.0) == 1.0);
    CHECK(std::isinf(gap_of(std::vector<double>{1.0, 2.0})));
}

TEST_CASE("MOC1 and MOC2 by hand") {
    // Two rows of each class on a line, 1 1 | 2 2: twoing 1, and log(10 * 4) = 3.6889.
    const std::vector<double> total{2.0, 2.0};
    const std::vector<double> left{2.0, 0.0};
    const MOC1 moc1(total.data(), 2, {0.05, 0.01});
    CHECK(moc1.twoing().merit(left.data(), 2.0) == doctest::Approx(1.0));
    CHECK(moc1.merit(1.0, 0.5) == doctest::Approx(1.0 / (0.95 + 0.05 * std::log(40.0) / 0.5)));
    CHECK(moc1.merit(1.0, 0.0) == 0.0);
    // One row of each side lies in the band: (1/4)(1/4) * 2 * 2.
    const std::vector<double> far_left{1.0, 0.0};
    const std::vector<double> far_right{0.0, 1.0};
    CHECK(MOC2(total.data(), 2).merit({left.data(), far_left.data(), far_right.data()}) ==
          doctest::Approx(0.25));
}
