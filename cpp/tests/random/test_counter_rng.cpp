#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include <doctest.h>

#include "obliqua/random/counter_rng.hpp"

using namespace obliqua;

using Counter = std::array<std::uint32_t, 4>;

TEST_CASE("philox: the known answers of Random123") {
    CHECK(philox({0, 0, 0, 0}, {0, 0}) == Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    constexpr std::uint32_t kOnes = 0xffffffff;
    CHECK(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
          Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
          Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("rng: equal keys draw equal bits, other keys others") {
    const StreamKey root{7, 1, 0};
    std::set<std::uint64_t> firsts;
    std::vector<StreamKey> keys{root, {8, 1, 0}, root.with_stream(1), root.with_stream(2)};
    for (std::size_t child = 0; child < 4; ++child) {
        keys.push_back(root.child(child));
        keys.push_back(root.child(child).child(0));
        keys.push_back(root.child(child).child(1));
    }
    for (const StreamKey& key : keys) {
        CounterRng first(key);
        CounterRng again(key);
        for (int i = 0; i < 20; ++i) {
            const std::uint64_t bits = first.bits64();
            CHECK(bits == again.bits64());
            firsts.insert(bits);
        }
    }
    CHECK(firsts.size() == 20 * keys.size());
}

TEST_CASE("rng: paths of a deep chain never meet") {
    std::set<std::uint64_t> paths;
    StreamKey key;
    for (int depth = 0; depth < 20000; ++depth) {
        paths.insert(key.path);
        paths.insert(key.child(0).path);
        key = key.child(1);
    }
    CHECK(paths.size() == 40000);
}

TEST_CASE("rng: uniform numbers fill [0, 1) evenly") {
    CounterRng rng({3, 1, 0});
    constexpr int kDraws = 200000;
    std::vector<int> tenths(10, 0);
    double sum = 0.0;
    for (int i = 0; i < kDraws; ++i) {
        const double u = rng.uniform();
        REQUIRE(u >= 0.0);
        REQUIRE(u < 1.0);
        ++tenths[static_cast<std::size_t>(10.0 * u)];
        sum += u;
    }
    CHECK(std::abs(sum / kDraws - 0.5) < 0.003);  // 4.6 standard errors
    for (const int count : tenths) CHECK(std::abs(count - kDraws / 10) < 620);
    for (int i = 0; i < 1000; ++i) {
        const double u = rng.uniform(-3.0, 5.0);
        CHECK(u >= -3.0);
        CHECK(u < 5.0);
    }
}

TEST_CASE("rng: whole numbers below n are equally likely") {
    CounterRng rng({4, 1, 0});
    for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 7ULL, 10ULL}) {
        std::vector<double> seen(n, 0.0);
        constexpr int kDraws = 70000;
        for (int i = 0; i < kDraws; ++i) {
            const std::uint64_t drawn = rng.below(n);
            REQUIRE(drawn < n);
            seen[drawn] += 1.0;
        }
        const double expected = static_cast<double>(kDraws) / static_cast<double>(n);
        double chi_squared = 0.0;
        for (const double count : seen) {
            chi_squared += (count - expected) * (count - expected) / expected;
        }
        CHECK(chi_squared < 35.0);  // beyond the 99.99 % point of nine degrees of freedom
    }
    // Two in three numbers of 64 bits lie below this: rejection must keep the halves even.
    constexpr std::uint64_t kLarge = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 62);
    int upper = 0;
    for (int i = 0; i < 30000; ++i) upper += rng.below(kLarge) >= kLarge / 2 ? 1 : 0;
    CHECK(std::abs(upper - 15000) < 400);
    CHECK(rng.below(~std::uint64_t{0}) < ~std::uint64_t{0});
}

TEST_CASE("rng: normal numbers have mean 0, variance 1 and light tails") {
    CounterRng rng({5, 1, 0});
    constexpr int kDraws = 100000;
    double sum = 0.0;
    double squares = 0.0;
    int within_one = 0;
    for (int i = 0; i < kDraws; ++i) {
        const double x = rng.normal();
        sum += x;
        squares += x * x;
        within_one += std::abs(x) < 1.0 ? 1 : 0;
    }
    CHECK(std::abs(sum / kDraws) < 0.015);
    CHECK(std::abs(squares / kDraws - 1.0) < 0.025);
    CHECK(std::abs(static_cast<double>(within_one) / kDraws - 0.683) < 0.01);
}

TEST_CASE("rng: a shuffle keeps all items and favours no order") {
    CounterRng rng({6, 1, 0});
    std::vector<int> first_place(5, 0);
    for (int i = 0; i < 20000; ++i) {
        std::vector<int> items(5);
        std::iota(items.begin(), items.end(), 0);
        rng.shuffle(items.data(), items.size());
        ++first_place[static_cast<std::size_t>(items[0])];
        std::sort(items.begin(), items.end());
        for (int j = 0; j < 5; ++j) REQUIRE(items[static_cast<std::size_t>(j)] == j);
    }
    for (const int count : first_place) CHECK(std::abs(count - 4000) < 260);
    rng.shuffle(static_cast<int*>(nullptr), 0);
}
