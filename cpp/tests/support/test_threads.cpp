#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest.h>

#include "obliqua/support/monitor.hpp"
#include "obliqua/support/threads.hpp"

using obliqua::parallel_for;
using obliqua::parallel_tasks;

TEST_CASE("every index is visited once, in blocks of nearly equal size") {
    for (const std::size_t n : {0, 1, 2, 7, 100}) {
        for (const std::size_t threads : {0, 1, 3, 8}) {
            std::vector<int> seen(n, 0);
            std::atomic<std::size_t> blocks{0};
            parallel_for(n, threads, [&](std::size_t begin, std::size_t end) {
                ++blocks;
                for (std::size_t i = begin; i < end; ++i) ++seen[i];
            });
            CHECK(seen == std::vector<int>(n, 1));
            CHECK(blocks == std::min(n, std::max<std::size_t>(threads, 1)));
        }
    }
}

TEST_CASE("every task is done once") {
    std::vector<int> seen(1000, 0);
    parallel_tasks(seen.size(), 4, [&](std::size_t task) { ++seen[task]; });
    CHECK(seen == std::vector<int>(1000, 1));
}

TEST_CASE("the exception of the lowest index arrives") {
    for (int repeat = 0; repeat < 50; ++repeat) {
        const auto body = [](std::size_t begin, std::size_t) {
            throw std::runtime_error(std::to_string(begin));
        };
        CHECK_THROWS_WITH(parallel_for(40, 4, body), "0");
    }
}

TEST_CASE("no task starts long after one has thrown") {
    std::atomic<int> started{0};
    const auto body = [&](std::size_t) {
        ++started;
        throw std::runtime_error("first");
    };
    CHECK_THROWS_WITH(parallel_tasks(1000, 3, body), "first");
    CHECK(started <= 3);
}

TEST_CASE("the thread that was asked to stop yields to the one that asked") {
    std::atomic<int> arrived{0};
    const auto last_throws = [&](std::size_t task) {
        ++arrived;
        while (arrived < 2) {  // both run before either throws
        }
        if (task == 0) throw obliqua::Stopped();
        throw std::runtime_error("interrupted");
    };
    CHECK_THROWS_WITH(parallel_tasks(2, 2, last_throws), "interrupted");
}
