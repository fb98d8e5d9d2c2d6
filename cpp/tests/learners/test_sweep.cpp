#include <algorithm>
#include <cmath>

#include <doctest.h>

#include "obliqua/learners/sweep.hpp"
#include "obliqua/random/counter_rng.hpp"

using namespace obliqua;

namespace {

struct System {
    std::size_t n;
    std::vector<double> m;
    std::vector<double> b;
};

// A Gram matrix of more rows than unknowns, plus a little on the diagonal.
System random_system(CounterRng& rng, std::size_t n) {
    System system{n, std::vector<double>(n * n, 0.0), std::vector<double>(n)};
    std::vector<double> row(n);
    for (std::size_t r = 0; r < 3 * n; ++r) {
        for (double& value : row) value = rng.normal();
        if (n > 2) row[n - 1] = row[0] + 0.1 * row[1];
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) system.m[i * n + j] += row[i] * row[j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        system.m[i * n + i] += 1e-3;
        system.b[i] = rng.normal();
    }
    return system;
}

// What the equations of the terms inside leave unexplained, at most.
double residual(const System& system, const std::vector<bool>& inside,
                const std::vector<double>& solution) {
    double largest = 0.0;
    for (std::size_t i = 0; i < system.n; ++i) {
        if (!inside[i]) {
            largest = std::max(largest, std::abs(solution[i]));
            continue;
        }
        double sum = -system.b[i];
        for (std::size_t j = 0; j < system.n; ++j) sum += system.m[i * system.n + j] * solution[j];
        largest = std::max(largest, std::abs(sum));
    }
    return largest;
}

}  // namespace

TEST_CASE("terms come and go, and the equations of those inside hold") {
    CounterRng rng({7});
    for (std::size_t n = 1; n < 9; ++n) {
        const System system = random_system(rng, n);
        SweptSystem swept(system.m, system.b, 1e-3);
        std::vector<bool> inside(n, false);
        for (int step = 0; step < 60; ++step) {
            const auto i = static_cast<std::size_t>(rng.below(n));
            inside[i] = !inside[i];
            CHECK(residual(system, inside, swept.solution_with_toggled(i)) < 1e-8);
            swept.toggle(i);
            CHECK(swept.inside(i) == inside[i]);
            CHECK(residual(system, inside, swept.solution()) < 1e-8);
        }
    }
}
