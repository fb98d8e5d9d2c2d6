#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest.h>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/ordered_keys.hpp"
#include "obliqua/support/logarithm.hpp"

using namespace obliqua;

namespace {

using Engine = std::mt19937_64;

// Every magnitude, both signs, zeros and subnormal numbers.
double any_number(Engine& engine) {
    switch (engine() % 8) {
        case 0:
            return engine() % 2 == 0 ? 0.0 : -0.0;
        case 1:
            return static_cast<double>(static_cast<std::int64_t>(engine() % 9) - 4);
        case 2:
            return std::ldexp(static_cast<double>(engine() % 7), -1074);
        default:
            break;
    }
    const auto drawn = std::bit_cast<double>(engine());
    return std::isfinite(drawn) ? drawn : std::numeric_limits<double>::max();
}

}  // namespace

TEST_CASE("keys: order as the numbers do and give them back") {
    Engine engine(1);
    const double infinity = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 200000; ++i) {
        const double a = any_number(engine);
        const double b = i % 5 == 0 ? std::nextafter(a, infinity) : any_number(engine);
        REQUIRE((a < b) == (ordered_key(a) < ordered_key(b)));
        REQUIRE((a == b) == (ordered_key(a) == ordered_key(b)));
        REQUIRE(value_of_key(ordered_key(a)) == a);
    }
    CHECK(ordered_key(-infinity) < ordered_key(-std::numeric_limits<double>::max()));
    CHECK(ordered_key(infinity) > ordered_key(std::numeric_limits<double>::max()));
    CHECK(ordered_key(-0.0) == ordered_key(0.0));
}

TEST_CASE("keys: sorting is stable, for few and many") {
    Engine engine(2);
    std::vector<KeyedRow> scratch;
    for (const std::size_t n : {0UL, 1UL, 2UL, 100UL, 1023UL, 1024UL, 5000UL, 70000UL}) {
        std::vector<KeyedRow> items;
        const std::uint64_t range = n % 3 == 0 ? 50 : ~std::uint64_t{0};
        for (std::size_t i = 0; i < n; ++i) {
            items.push_back({engine() % range, static_cast<std::uint32_t>(i)});
        }
        sort_by_key(items, scratch);
        REQUIRE(items.size() == n);
        std::vector<bool> seen(n, false);
        for (std::size_t i = 0; i < n; ++i) {
            seen[items[i].row] = true;
            if (i == 0) continue;
            REQUIRE(items[i - 1].key <= items[i].key);
            if (items[i - 1].key == items[i].key) REQUIRE(items[i - 1].row < items[i].row);
        }
        CHECK(std::all_of(seen.begin(), seen.end(), [](bool s) { return s; }));
    }
}

TEST_CASE("between: at or above the lower value, below the upper, near the middle") {
    Engine engine(3);
    const double infinity = std::numeric_limits<double>::infinity();
    const double most = std::numeric_limits<double>::max();
    const auto check = [&](double below, double above) {
        const double cut = between(below, above);
        REQUIRE(cut >= below);
        REQUIRE(cut < above);
        const long double middle =
            static_cast<long double>(below) / 2 + static_cast<long double>(above) / 2;
        const double size = std::max(std::abs(below), std::abs(above));
        const double unit = std::nextafter(size, infinity) - size;
        if (std::isfinite(unit)) {
            REQUIRE(std::abs(static_cast<double>(cut - middle)) <= 2.0 * unit);
        }
    };
    for (int i = 0; i < 200000; ++i) {
        const double a = any_number(engine);
        const double b = i % 4 == 0 ? std::nextafter(a, infinity) : any_number(engine);
        if (a < b && std::isfinite(b)) check(a, b);
        if (b < a) check(b, a);
    }
    check(-most, most);
    check(0.0, std::numeric_limits<double>::denorm_min());
    check(-std::numeric_limits<double>::denorm_min(), 0.0);
    check(std::nextafter(most, 0.0), most);
    check(-most, std::nextafter(-most, 0.0));
    CHECK(between(1.0, 2.0) == 1.5);
    CHECK(between(-most, most) == 0.0);
}

TEST_CASE("logarithm: within three units in the last place of the library's") {
    Engine engine(4);
    const double infinity = std::numeric_limits<double>::infinity();
    const auto check = [&](double x) {
        const auto exact = static_cast<double>(std::log2(static_cast<long double>(x)));
        const double found = log2_portable(x);
        const double size = std::abs(exact);
        // Near one the logarithm is tiny: its own units count there as well.
        REQUIRE(std::abs(found - exact) <= 3.0 * (std::nextafter(size, infinity) - size));
    };
    for (int i = 0; i < 300000; ++i) {
        const double x = std::abs(std::bit_cast<double>(engine()));
        if (std::isnormal(x)) check(x);
        check(1.0 + static_cast<double>(engine() % 1000000) * 1e-6);
        check(static_cast<double>(1 + engine() % 1000000));
    }
    for (double x = 1.0; x < 1.0001; x = std::nextafter(x, 2.0) * (1.0 + 1e-8)) check(x);
    for (double x = 1.0; x > 0.9999; x = std::nextafter(x, 0.0) * (1.0 - 1e-8)) check(x);
    for (int e = -1022; e < 1024; ++e) CHECK(log2_portable(std::ldexp(1.0, e)) == e);
    check(std::numeric_limits<double>::min());
    check(std::numeric_limits<double>::max());
    check(std::sqrt(2.0));
    check(std::sqrt(0.5));
    CHECK(x_log2_x(0.0) == 0.0);
    CHECK(x_log2_x(8.0) == 24.0);
}
