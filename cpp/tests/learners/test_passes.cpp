#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest.h>

#include "obliqua/learners/passes.hpp"

using namespace obliqua;

namespace {

std::vector<int> times_presented(Passes& passes, std::size_t n, std::size_t n_passes) {
    std::vector<int> times(n, 0);
    for (std::size_t i = 0; i < n_passes; ++i) {
        for (const std::uint32_t example : passes.pass(i)) ++times[example];
    }
    return times;
}

}  // namespace

TEST_CASE("where all weigh the same, each example comes once in every pass") {
    const std::vector<double> weights(37, 0.25);
    Passes passes(weights, {3});
    for (std::size_t i = 0; i < 20; ++i) {
        std::vector<std::uint32_t> pass(passes.pass(i).begin(), passes.pass(i).end());
        CHECK_FALSE(std::is_sorted(pass.begin(), pass.end()));
        std::sort(pass.begin(), pass.end());
        for (std::uint32_t j = 0; j < pass.size(); ++j) CHECK(pass[j] == j);
    }
}

TEST_CASE("examples come as often as they weigh, to within one in each pass") {
    const std::vector<double> weights{1.0, 2.0, 3.0, 0.5, 3.5};
    Passes passes(weights, {11});
    for (std::size_t i = 0; i < 50; ++i) {
        CHECK(passes.pass(i).size() == 5);
        for (std::uint32_t j = 0; j < 5; ++j) {
            const auto times = std::count(passes.pass(i).begin(), passes.pass(i).end(), j);
            CHECK(std::abs(static_cast<double>(times) - weights[j] / 2.0) < 1.0);
        }
    }
    const std::vector<int> times = times_presented(passes, 5, 4000);
    for (std::size_t j = 0; j < 5; ++j)
        CHECK(times[j] == doctest::Approx(2000 * weights[j]).epsilon(0.05));
}

TEST_CASE("a pass is the same whenever it is asked for") {
    const std::vector<double> weights(9, 1.0);
    Passes late(weights, {5});
    Passes early(weights, {5});
    const std::vector<std::uint32_t> third(late.pass(3).begin(), late.pass(3).end());
    early.pass(0);
    early.pass(1);
    CHECK(std::equal(third.begin(), third.end(), early.pass(3).begin()));
}
