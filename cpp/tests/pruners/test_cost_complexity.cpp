#include <cmath>

#include <doctest.h>

#include "obliqua/pruners/cost_complexity.hpp"
#include "obliqua/support/errors.hpp"

#include "pruners/prunings.hpp"

using namespace obliqua;
using namespace obliqua::testing;

TEST_CASE("cost-complexity: every tree of the path is optimal, by trying all") {
    Engine engine(21);
    for (int i = 0; i < 300; ++i) {
        const Tree tree = small_tree(engine);
        const CostComplexityPath path = cost_complexity_path(tree);
        const std::vector<double> errors = errors_by_definition(tree, tree.counts);
        const double weight = std::max(1.0, total(tree.node_counts(0)));
        REQUIRE(path.alphas[0] == 0.0);
        REQUIRE(path.errors.size() == path.alphas.size());
        REQUIRE(path.n_leaves.size() == path.alphas.size());
        const auto prunings = all_prunings(tree, 0);
        for (std::size_t s = 0; s < path.alphas.size(); ++s) {
            const bool last = s + 1 == path.alphas.size();
            if (!last) REQUIRE(path.alphas[s] < path.alphas[s + 1]);
            const double next = last ? path.alphas[s] + 1.0 : path.alphas[s + 1];
            const Mask mask = collapse_at(path, path.alphas[s]);
            REQUIRE(mask == collapse_at(path, (path.alphas[s] + next) / 2.0));
            const std::vector<std::size_t> leaves = leaves_of(tree, mask);
            REQUIRE(static_cast<std::size_t>(path.n_leaves[s]) == leaves.size());
            REQUIRE(path.errors[s] == doctest::Approx(sum_at(errors, leaves) / weight));
            // At the interval's start ties go to the smaller tree; inside there are no ties.
            for (const double alpha : {path.alphas[s], (path.alphas[s] + next) / 2.0}) {
                const auto cost = [&](const std::vector<std::size_t>& nodes) {
                    return sum_at(errors, nodes) / weight +
                           alpha * static_cast<double>(nodes.size());
                };
                for (const auto& other : prunings) {
                    REQUIRE(cost(leaves) <= cost(other) + 1e-12);
                    if (cost(other) <= cost(leaves) + 1e-12) {
                        REQUIRE(leaves.size() <= other.size());
                    }
                }
            }
        }
        const std::size_t end = path.alphas.size() - 1;
        CHECK(path.n_leaves[end] == 1);
        CHECK(collapsed(tree, collapse_at(path, path.alphas[end])).n_nodes() == 1);
    }
}

TEST_CASE("cost-complexity: a step names the first tree in which a node is a leaf") {
    Engine engine(22);
    for (int i = 0; i < 300; ++i) {
        const Tree tree = random_tree(engine, {30, 3, false, false, false});
        const CostComplexityPath path = cost_complexity_path(tree);
        std::vector<std::int32_t> step(tree.n_nodes(), 0);
        std::vector<std::size_t> before;
        for (std::size_t s = 0; s < path.alphas.size(); ++s) {
            const auto leaves = leaves_of(tree, collapse_at(path, path.alphas[s]));
            if (s > 0) REQUIRE(leaves.size() < before.size());  // nested and shrinking
            for (const std::size_t leaf : leaves) {
                if (!tree.is_leaf(leaf) && step[leaf] == 0) {
                    step[leaf] = static_cast<std::int32_t>(s + 1);
                }
            }
            before = leaves;
        }
        REQUIRE(step == path.step);
    }
}

TEST_CASE("cost-complexity: held-out errors of the path equal those of the pruned trees") {
    Engine engine(23);
    for (int i = 0; i < 300; ++i) {
        const Tree tree = random_tree(engine, {20, 3, false, false, false});
        const CostComplexityPath path = cost_complexity_path(tree);
        const std::vector<double> held_out = random_held_out(engine, tree);
        const std::vector<double> errors = held_out_errors(tree, path, held_out);
        const std::vector<double> as_leaf = errors_by_definition(tree, held_out);
        const double weight = total(std::span(held_out).first(3));
        REQUIRE(errors.size() == path.alphas.size());
        // counts[0] may have been raised to give the root some weight: only shapes below count.
        for (std::size_t s = 0; s < errors.size(); ++s) {
            const auto leaves = leaves_of(tree, collapse_at(path, path.alphas[s]));
            REQUIRE(errors[s] == doctest::Approx(sum_at(as_leaf, leaves) / weight));
        }
    }
}

TEST_CASE("cost-complexity: the choice takes the smallest tree within the standard errors") {
    const std::vector<double> errors{0.20, 0.10, 0.12, 0.10, 0.13, 0.40};
    CHECK(choose(errors, 100.0, 0.0) == 3);
    CHECK(choose(errors, 100.0, 1.0) == 4);  // one standard error is 0.03
    CHECK(choose(errors, 100.0, 0.9) == 3);
    CHECK(choose(errors, 1.0, 1.0) == 5);
    CHECK_THROWS_AS(choose(errors, 0.0, 1.0), InvalidInput);
    CHECK_THROWS_AS(choose(errors, 1.0, -1.0), InvalidInput);
    CHECK_THROWS_AS(choose({}, 1.0, 1.0), InvalidInput);
}

TEST_CASE("cost-complexity: alphas for cross-validation lie between the path's") {
    CostComplexityPath path;
    path.alphas = {0.0, 1e-200, 0.04, 0.09};
    const std::vector<double> typical = typical_alphas(path);
    CHECK(typical[0] == 0.0);
    CHECK(typical[1] == doctest::Approx(2e-102));
    CHECK(typical[2] == doctest::Approx(0.06));
    CHECK(std::isinf(typical[3]));
    CHECK(tree_at(path, typical[2]) == 2);
    CHECK(tree_at(path, typical[3]) == 3);
}
