#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/criteria/registry.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;
using Counts = std::vector<double>;

template <std::size_t I = 0, class Visit>
void each_criterion(Visit&& visit) {
    if constexpr (I < std::variant_size_v<AnyCriterion>) {
        visit(std::variant_alternative_t<I, AnyCriterion>{});
        each_criterion<I + 1>(visit);
    }
}

// Calls visit(counts) for all whole counts between `low` and `high`, class by class.
template <class Visit>
void each_between(const Counts& low, const Counts& high, Visit&& visit) {
    Counts at = low;
    for (;;) {
        visit(at);
        std::size_t i = 0;
        while (i < at.size() && at[i] == high[i]) {
            at[i] = low[i];
            ++i;
        }
        if (i == at.size()) return;
        at[i] += 1.0;
    }
}

double sum(const Counts& counts) { return sum_of(counts.data(), counts.size()); }

// Zero where a side is empty: no test at all gains nothing.
template <class Criterion>
double merit(const Criterion& criterion, const Counts& left, double n) {
    const double n_left = sum(left);
    return n_left > 0.0 && n_left < n ? criterion.merit(left.data(), n_left) : 0.0;
}

Counts plus(const Counts& a, const Counts& b) {
    Counts result = a;
    for (std::size_t i = 0; i < a.size(); ++i) result[i] += b[i];
    return result;
}

template <class Criterion>
void check_small_boxes(const Counts& total) {
    const Criterion criterion(total.data(), total.size());
    const double n = sum(total);
    const Counts none(total.size(), 0.0);
    each_between(none, total, [&](const Counts& low) {
        each_between(low, total, [&](const Counts& high) {
            Counts inside = high;
            for (std::size_t i = 0; i < inside.size(); ++i) inside[i] -= low[i];
            Box box{low.data(), inside.data(), sum(low), sum(inside), false};
            const double bound = criterion.bound(box);
            box.ends_seen = true;
            const double but_ends = std::max(
                {criterion.bound(box), merit(criterion, low, n), merit(criterion, high, n)});
            each_between(low, high, [&](const Counts& left) {
                const double truth = merit(criterion, left, n);
                REQUIRE(bound >= truth);
                REQUIRE(but_ends >= truth);
            });
        });
    });
}

Counts random_counts(Engine& engine, const Counts& most, bool whole) {
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    Counts counts;
    for (const double limit : most) {
        const double share = engine() % 4 == 0 ? 0.0 : engine() % 3 == 0 ? 1.0 : uniform(engine);
        const double drawn = share * limit;
        // Multiples of 2^-10 add up exactly, as the weights of a fit do.
        counts.push_back(whole ? std::floor(drawn) : std::floor(drawn * 1024.0) / 1024.0);
    }
    return counts;
}

template <class Criterion>
void check_large_boxes(Engine& engine, std::size_t k, bool whole) {
    Counts most(k);
    for (double& m : most) m = std::pow(10.0, static_cast<double>(engine() % 7));
    Counts total = random_counts(engine, most, whole);
    total[0] += 1.0;
    const Criterion criterion(total.data(), k);
    const double n = sum(total);
    const Counts low = random_counts(engine, total, whole);
    Counts room = total;
    // Narrow boxes are what the kernel asks for most.
    const double narrow = engine() % 2 == 0 ? 1.0 : 0.01;
    for (std::size_t i = 0; i < k; ++i) room[i] = (total[i] - low[i]) * narrow;
    const Counts inside = random_counts(engine, room, whole);
    Box box{low.data(), inside.data(), sum(low), sum(inside), false};
    const double bound = criterion.bound(box);
    box.ends_seen = true;
    const double but_ends = std::max(
        {criterion.bound(box), merit(criterion, low, n), merit(criterion, plus(low, inside), n)});
    for (int i = 0; i < 30; ++i) {
        const Counts left = plus(low, random_counts(engine, inside, whole));
        const double truth = merit(criterion, left, n);
        REQUIRE(bound >= truth);
        REQUIRE(but_ends >= truth);
    }
}

}  // namespace

TEST_CASE("bounds: no partition in any small box is better") {
    each_criterion([](auto of) {
        using Criterion = typename decltype(of)::type;
        CAPTURE(Criterion::name);
        each_between({0, 0}, {5, 5}, [](const Counts& total) {
            if (sum(total) > 0.0) check_small_boxes<Criterion>(total);
        });
        each_between({0, 0, 0}, {2, 2, 3}, [](const Counts& total) {
            if (sum(total) > 0.0) check_small_boxes<Criterion>(total);
        });
        check_small_boxes<Criterion>({4, 1, 4});
        check_small_boxes<Criterion>({1, 2, 2, 1});
    });
}

TEST_CASE("bounds: no partition tried in large boxes is better, weighted or not") {
    Engine engine(1);
    each_criterion([&](auto of) {
        using Criterion = typename decltype(of)::type;
        CAPTURE(Criterion::name);
        for (const std::size_t k : {2UL, 3UL, 7UL, 30UL}) {
            for (int i = 0; i < 400; ++i) check_large_boxes<Criterion>(engine, k, i % 2 == 0);
        }
    });
}

TEST_CASE("bounds: a box of one partition is about as good as it") {
    Engine engine(2);
    const Counts total{40, 25, 60};
    const Counts nothing(3, 0.0);
    each_criterion([&](auto of) {
        using Criterion = typename decltype(of)::type;
        const Criterion criterion(total.data(), 3);
        for (int i = 0; i < 200; ++i) {
            Counts left = random_counts(engine, total, true);
            left[0] = std::min(left[0] + 1.0, 39.0);
            const Box box{left.data(), nothing.data(), sum(left), 0.0, false};
            const double truth = merit(criterion, left, sum(total));
            CHECK(criterion.bound(box) <= truth + 1e-9);
        }
    });
}

TEST_CASE("merit: two homogeneous sides are the best that equal counts allow") {
    each_criterion([](auto of) {
        using Criterion = typename decltype(of)::type;
        CAPTURE(Criterion::name);
        each_between({1, 1}, {7, 7}, [](const Counts& two) {
            for (int empty = 0; empty < 3; ++empty) {
                Counts total = two;
                total.insert(total.begin() + empty, 0.0);
                const std::size_t first = empty == 0 ? 1 : 0;
                const Criterion criterion(total.data(), 3);
                Counts left(3, 0.0);
                left[first] = total[first];
                Counts right = total;
                right[first] = 0.0;
                const double perfect = merit(criterion, left, sum(total));
                CHECK(perfect > 0.0);
                CHECK(merit(criterion, right, sum(total)) == doctest::Approx(perfect));
                CHECK(Criterion::impurity(left.data(), right.data(), 3) == 0.0);
                each_between(Counts(3, 0.0), total, [&](const Counts& other) {
                    CHECK(merit(criterion, other, sum(total)) <= raised(perfect));
                });
            }
        });
    });
}

TEST_CASE("merit: never negative, and nothing to gain from equal shares") {
    Engine engine(3);
    each_criterion([&](auto of) {
        using Criterion = typename decltype(of)::type;
        CAPTURE(Criterion::name);
        for (int i = 0; i < 300; ++i) {
            Counts total = random_counts(engine, {50, 50, 50, 50}, true);
            total[0] += 2.0;
            const Criterion criterion(total.data(), 4);
            CHECK(merit(criterion, random_counts(engine, total, true), sum(total)) >= 0.0);
        }
        const Counts total{6, 9, 30};
        const Counts third{2, 3, 10};
        const double gained = merit(Criterion(total.data(), 3), third, 45.0);
        if (Criterion::name != "max-minority") CHECK(gained == doctest::Approx(0.0));
    });
}

TEST_CASE("criteria: names are known, others are refused with the list") {
    for (const std::string& name : criterion_names()) CHECK_NOTHROW(criterion_named(name));
    CHECK(criterion_names().size() == std::variant_size_v<AnyCriterion>);
    CHECK_THROWS_WITH(criterion_named("ginni"),
                      doctest::Contains("'ginni' is unknown; choose from 'twoing', 'gini'"));
}
