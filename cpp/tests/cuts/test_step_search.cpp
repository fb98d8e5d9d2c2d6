#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_search.hpp"
#include "obliqua/data/weights.hpp"

using namespace obliqua;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Engine = std::mt19937_64;

enum class Slopes { positive, mixed, ones };

struct Sample {
    std::vector<ClassId> labels;
    std::vector<double> weights;
    std::vector<double> values;
    std::vector<double> slopes;
    std::size_t n_classes;
    double least;

    StepRows rows() const { return {labels, weights, n_classes, least}; }
    double weight(std::size_t j) const { return weights.empty() ? 1.0 : weights[j]; }
};

// Values on a grid meet in the same points again and again; others come in every magnitude.
Sample drawn(std::size_t n, std::size_t k, Slopes slopes, Engine& engine) {
    Sample made;
    made.n_classes = k;
    made.least = engine() % 3 == 0 ? 1.0 + static_cast<double>(engine() % 6) : 1.0;
    const bool grid = engine() % 2 == 0;
    const bool wide = engine() % 4 == 0;
    std::normal_distribution<double> normal;
    const auto number = [&]() {
        if (grid) return static_cast<double>(engine() % 7) - 3.0;
        return normal(engine) * (wide ? std::exp(20.0 * normal(engine)) : 1.0);
    };
    for (std::size_t j = 0; j < n; ++j) {
        made.labels.push_back(static_cast<ClassId>(j < k ? j : engine() % k));
        made.weights.push_back(0.01 + std::abs(normal(engine)));
    }
    std::sort(made.labels.begin(), made.labels.end());
    for (std::size_t j = 0; j < n; ++j) {
        double slope = slopes == Slopes::ones ? 1.0 : number();
        if (slopes == Slopes::positive) slope = std::abs(slope);
        if (engine() % 20 == 0 && slopes != Slopes::ones) slope = 0.0;
        made.slopes.push_back(slope);
        made.values.push_back(number() + 0.5 * made.labels[j] / static_cast<double>(k));
    }
    made.weights = engine() % 3 == 0 ? exact_weights(made.weights) : std::vector<double>{};
    return made;
}

struct Side {
    std::vector<double> counts;
    double rows = 0.0;
};

// Who is above after a step that leads between two crossing points.
Side above_between(const Sample& sample, double below, double beyond) {
    Side side{std::vector<double>(sample.n_classes, 0.0)};
    for (std::size_t j = 0; j < sample.labels.size(); ++j) {
        const double u = -sample.values[j] / sample.slopes[j];
        const bool above = sample.slopes[j] == 0.0  ? sample.values[j] > 0.0
                           : sample.slopes[j] > 0.0 ? u <= below
                                                    : u >= beyond;
        if (!above) continue;
        side.counts[sample.labels[j]] += sample.weight(j);
        side.rows += 1.0;
    }
    return side;
}

double merit_of_side(const CriterionChoice& criterion, const Sample& sample, const Side& side) {
    const auto n = static_cast<double>(sample.labels.size());
    if (side.rows < sample.least || n - side.rows < sample.least) return -kInfinity;
    std::vector<double> total(sample.n_classes, 0.0);
    for (std::size_t j = 0; j < sample.labels.size(); ++j)
        total[sample.labels[j]] += sample.weight(j);
    return merit_of(criterion, side.counts.data(), total.data(), sample.n_classes);
}

// The definition: every interval between neighbouring crossing points, one after another.
Step by_brute_force(const CriterionChoice& criterion, const Sample& sample, double floor) {
    std::vector<double> points;
    for (std::size_t j = 0; j < sample.labels.size(); ++j) {
        if (sample.slopes[j] != 0.0) points.push_back(-sample.values[j] / sample.slopes[j]);
    }
    std::sort(points.begin(), points.end());
    Step best{false, floor, 0.0};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (points[i] >= points[i + 1]) continue;
        const Side side = above_between(sample, points[i], points[i + 1]);
        const double merit = merit_of_side(criterion, sample, side);
        if (merit == -kInfinity || merit < best.merit || (best.found && merit == best.merit))
            continue;
        best = {true, merit, between(points[i], points[i + 1])};
    }
    return best;
}

double merit_now(const CriterionChoice& criterion, const Sample& sample) {
    Side side{std::vector<double>(sample.n_classes, 0.0)};
    for (std::size_t j = 0; j < sample.labels.size(); ++j) {
        if (sample.values[j] <= 0.0) continue;
        side.counts[sample.labels[j]] += sample.weight(j);
        side.rows += 1.0;
    }
    return merit_of_side(criterion, sample, side);
}

void compare(const CriterionChoice& criterion, StepSearch& search, const Sample& sample,
             double floor) {
    const Step expected = by_brute_force(criterion, sample, floor);
    const Step found = search.best(sample.values, sample.slopes, floor, {});
    REQUIRE(found.found == expected.found);
    if (!found.found) return;
    CHECK(found.merit == expected.merit);
    CHECK(found.delta == expected.delta);
}

void compare_all(const CriterionChoice& criterion, std::size_t n, std::size_t k, Engine& engine) {
    for (const Slopes slopes : {Slopes::positive, Slopes::mixed, Slopes::ones}) {
        const Sample sample = drawn(n, k, slopes, engine);
        const auto search = make_step_search(criterion, sample.rows());
        const double here = merit_now(criterion, sample);
        CHECK(search->merit(sample.values, {}) == here);
        // What a search has done before makes no difference.
        compare(criterion, *search, sample, here);
        compare(criterion, *search, sample, -kInfinity);
        const Step best = by_brute_force(criterion, sample, -kInfinity);
        if (!best.found) continue;
        compare(criterion, *search, sample, best.merit);
        compare(criterion, *search, sample, std::nextafter(best.merit, kInfinity));
        compare(criterion, *search, sample, 0.9 * best.merit);
    }
}

}  // namespace

TEST_CASE("the best step is that of every interval looked at") {
    Engine engine(1);
    for (const std::string& name : criterion_names()) {
        CAPTURE(name);
        const CriterionChoice criterion{criterion_named(name), {}};
        // Both sides of where sorting ends and where buckets become finer.
        for (const std::size_t n : {2, 3, 5, 31, 32, 33, 34, 60, 150, 255, 256, 400}) {
            CAPTURE(n);
            for (const std::size_t k : {2, 3, 7, 30}) {
                if (k > n) continue;
                CAPTURE(k);
                compare_all(criterion, n, k, engine);
            }
        }
    }
}

TEST_CASE("the best step of many rows") {
    Engine engine(2);
    for (const char* name : {"twoing", "gini", "info-gain"}) {
        CAPTURE(name);
        const CriterionChoice criterion{criterion_named(name), {}};
        compare_all(criterion, 1100, 2, engine);
        compare_all(criterion, 1100, 4, engine);
    }
}

TEST_CASE("the best step by a criterion of one's own") {
    Engine engine(3);
    CriterionChoice own;
    own.custom = [](const double* left, const double* right, std::size_t m, std::size_t k,
                    double* scores) {
        for (std::size_t i = 0; i < m; ++i) {
            scores[i] = *std::max_element(left + i * k, left + (i + 1) * k) +
                        *std::max_element(right + i * k, right + (i + 1) * k);
        }
    };
    for (const std::size_t n : {3, 40, 120}) compare_all(own, n, 3, engine);
}

TEST_CASE("no step leads past the first or the last crossing point") {
    const std::vector<ClassId> labels{0, 0, 1, 1};
    const StepRows rows{labels, {}, 2, 1.0};
    const auto search = make_step_search({criterion_named("twoing"), {}}, rows);
    const std::vector<double> ones(4, 1.0);
    const std::vector<double> zeros(4, 0.0);
    CHECK_FALSE(search->best(std::vector<double>(4, -2.0), ones, -kInfinity, {}).found);
    CHECK_FALSE(search->best(std::vector<double>{1, 2, 3, 4}, zeros, -kInfinity, {}).found);
    const Step step = search->best(std::vector<double>{1, 2, 4, 5}, ones, -kInfinity, {});
    REQUIRE(step.found);
    CHECK(step.delta == -3.0);
    CHECK(step.merit == 1.0);
}
