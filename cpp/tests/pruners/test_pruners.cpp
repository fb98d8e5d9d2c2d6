#include <algorithm>
#include <cmath>
#include <string>

#include <doctest.h>

#include "obliqua/pruners/cost_complexity.hpp"
#include "obliqua/pruners/description_length.hpp"
#include "obliqua/pruners/merge_leaves.hpp"
#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/pruners/pessimistic.hpp"
#include "obliqua/pruners/reduced_error.hpp"
#include "obliqua/support/errors.hpp"

#include "pruners/prunings.hpp"

using namespace obliqua;
using namespace obliqua::testing;

TEST_CASE("reduced error: the smallest of the trees with the least error, by trying all") {
    Engine engine(24);
    for (int i = 0; i < 300; ++i) {
        const Tree tree = small_tree(engine);
        const std::vector<double> held_out = random_held_out(engine, tree);
        const std::vector<double> errors = errors_by_definition(tree, held_out);
        double least = 1e9;
        std::size_t size = 0;
        for (const auto& leaves : all_prunings(tree, 0)) {
            const double error = sum_at(errors, leaves);
            if (error < least || (error == least && leaves.size() < size)) {
                least = error;
                size = leaves.size();
            }
        }
        const auto leaves = leaves_of(tree, prune_reduced_error(tree, held_out));
        REQUIRE(sum_at(errors, leaves) == least);
        REQUIRE(leaves.size() == size);
    }
}

TEST_CASE("description length: the shortest tree, by trying all") {
    Engine engine(25);
    for (int i = 0; i < 300; ++i) {
        const Tree tree = small_tree(engine);
        std::vector<double> tests;
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            tests.push_back(static_cast<double>(1 + below(engine, 30)));
        }
        // The pruned tree's own length, with the tests of the nodes that remain.
        const auto length = [&](const Mask& mask) {
            std::vector<double> kept;
            std::vector<std::size_t> order{0};
            for (std::size_t at = 0; at < order.size(); ++at) {
                const std::size_t node = order[at];
                kept.push_back(tests[node]);
                if (tree.is_leaf(node) || mask[node]) continue;
                for (std::size_t j = first_child(tree, node); j < end_of_children(tree, node);
                     ++j) {
                    order.push_back(j);
                }
            }
            return description_length(collapsed(tree, mask), kept);
        };
        double least = 1e9;
        for (const auto& leaves : all_prunings(tree, 0)) {
            Mask mask(tree.n_nodes());
            for (const std::size_t leaf : leaves) mask[leaf] = true;
            least = std::min(least, length(mask));
        }
        REQUIRE(length(prune_description_length(tree, tests)) == doctest::Approx(least));
    }
}

TEST_CASE("description length: figures worked by hand") {
    // Leaves: 3:1 of two classes, 1 + 1 + 1 (2 + 0); pure, 1 + 0; test, 1 + log2 8.
    const Tree tree = stump({3, 1}, {0, 4});
    const std::vector<double> tests{8.0, 0.0, 0.0};
    CHECK(description_length(tree, tests) == doctest::Approx(4.0 + 4.0 + 1.0));
    // As a leaf, 3:5: 1 + 1 + 3 log2 8 = 11.
    CHECK(prune_description_length(tree, tests) == Mask{false, false, false});
    const std::vector<double> many{64.0, 0.0, 0.0};  // 7 + 4 + 1 = 12
    CHECK(prune_description_length(tree, many) == Mask{true, false, false});
    const std::vector<double> equal{32.0, 0.0, 0.0};  // 11: not fewer bits
    CHECK(prune_description_length(tree, equal) == Mask{false, false, false});
    // Three classes: 1 + log2 3 + 3 (log2 6 + log2 2); an empty leaf takes one bit.
    const Tree three = stump({3, 2, 1}, {0, 0, 0});
    CHECK(description_length(three, tests) ==
          doctest::Approx(4.0 + 1.0 + std::log2(3.0) + 3.0 * (std::log2(6.0) + 1.0) + 1.0));
    CHECK_THROWS_AS(description_length(tree, std::vector<double>(2, 1.0)), InvalidInput);
    CHECK_THROWS_AS(description_length(tree, std::vector<double>(3, 0.5)), InvalidInput);
}

TEST_CASE("pessimistic: C4.5's own figures") {
    // Quinlan 1993, chapter 4: U25%(0,6) = 0.206, U25%(0,9) = 0.143, U25%(0,1) = 0.750.
    CHECK(added_errors(6, 0, 0.25) / 6 == doctest::Approx(0.206).epsilon(0.002));
    CHECK(added_errors(9, 0, 0.25) / 9 == doctest::Approx(0.143).epsilon(0.002));
    CHECK(added_errors(1, 0, 0.25) == doctest::Approx(0.750));
    // U25%(1,16) = 0.157, by the normal approximation.
    CHECK((1 + added_errors(16, 1, 0.25)) / 16 == doctest::Approx(0.157).epsilon(0.02));
    CHECK(added_errors(2, 1.8, 0.25) == doctest::Approx(0.67 * 0.2));
    const double between = added_errors(10, 0.5, 0.25);
    CHECK(between == doctest::Approx((added_errors(10, 0, 0.25) + added_errors(10, 1, 0.25)) / 2));
    CHECK(added_errors(0, 0, 0.25) == 0.0);
    CHECK(added_errors(10, 2, 1.0) >= 0.0);
    for (double cf = 0.05; cf < 0.95; cf += 0.1) {
        CHECK(added_errors(20, 3, cf) > added_errors(20, 3, cf + 0.05));
    }
    CHECK_THROWS_AS(added_errors(1, 0, 0.0), InvalidInput);
    CHECK_THROWS_AS(prune_pessimistic(stump({1, 0}, {0, 1}), 1.5), InvalidInput);
}

TEST_CASE("pessimistic: the book's subtree is replaced by a leaf") {
    // The congressional voting example: leaves of 6, 9 and 1 pure cases, 15 to 1 together;
    // predicted errors 3.273 as branches, 2.512 as a leaf.
    GrowingTree growing({15, 1}, 16);
    const MachineTest three{{0}, {0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0, 1, 2}};
    const NodeId first = growing.split(0, three, MissingRule::fill, 3);
    growing[first].counts = {6, 0};
    growing[first + 1].counts = {9, 0};
    growing[first + 2].counts = {0, 1};
    const Tree tree = freeze(growing, full_basis(), kFeatures, 2);
    CHECK(prune_pessimistic(tree, 0.25)[0]);
    CHECK_FALSE(prune_pessimistic(stump({20, 0}, {0, 20}), 0.25)[0]);
}

TEST_CASE("merging leaves changes no row's class") {
    Engine engine(26);
    std::size_t merged = 0;
    for (std::size_t i = 0; i < 400; ++i) {
        const bool fractional = i % 2 == 0;
        const Tree tree = random_tree(engine, {15, 2, false, false, fractional});
        const Mask mask = merge_leaves(tree);
        const Tree smaller = collapsed(tree, mask);
        merged += tree.n_nodes() > smaller.n_nodes();
        const Table table = random_table(engine, 60, 0.2);
        std::vector<std::int32_t> before(60), after(60);
        SilentMonitor monitor;
        std::vector<double> shares(120);
        classify(tree, table.columns(), before, 1, monitor);
        classify(smaller, table.columns(), after, 1, monitor);
        distributions(tree, table.columns(), shares, 1, monitor);
        for (std::size_t row = 0; row < 60; ++row) {
            // Shares of several leaves may tie but for rounding, which either class may win.
            if (std::abs(shares[row * 2] - 0.5) > 1e-12) REQUIRE(before[row] == after[row]);
            if (!fractional) REQUIRE(before[row] == after[row]);
        }
        const Mask again = merge_leaves(smaller);
        REQUIRE(std::none_of(again.begin(), again.end(), [](bool marked) { return marked; }));
    }
    CHECK(merged > 100);
}

TEST_CASE("merging takes the smaller class of equals and climbs") {
    CHECK(merge_leaves(stump({2, 2}, {3, 1})) == Mask{true, false, false});
    CHECK(merge_leaves(stump({2, 2}, {1, 3})) == Mask{false, false, false});
    CHECK(merge_leaves(stump({0, 0}, {1, 3})) == Mask{true, false, false});
    GrowingTree growing = thaw(stump({2, 2}, {3, 1}));
    const NodeId first = growing.split(1, AxisTest{0, 0.5, 0.0}, MissingRule::fill, 2);
    growing[first].counts = {2, 1};
    growing[first + 1].counts = {1, 0};
    growing[1].counts = {3, 1};
    growing[2].counts = {2, 2};
    const Mask mask = merge_leaves(freeze(growing, full_basis(), kFeatures, 2));
    CHECK(mask == Mask{true, true, false, false, false});
}

TEST_CASE("pruning never grows a tree and leaves a sound one") {
    Engine engine(27);
    for (int i = 0; i < 100; ++i) {
        const Tree tree = random_tree(engine, {25, 4, false, false, i % 2 == 0});
        const std::vector<double> held_out = random_held_out(engine, tree);
        for (const Mask& mask :
             {prune_cost_complexity(tree, held_out, 20.0, 1.0), prune_reduced_error(tree, held_out),
              prune_pessimistic(tree, 0.25), prune_description_length(tree, some_tests(tree)),
              merge_leaves(tree)}) {
            const Tree pruned = collapsed(tree, mask);
            REQUIRE(pruned.n_nodes() <= tree.n_nodes());
            REQUIRE_NOTHROW(validate(pruned));
        }
    }
}

TEST_CASE("a sample's counts are those of its rows, shares included") {
    Engine engine(28);
    for (int i = 0; i < 100; ++i) {
        const Tree tree = random_tree(engine, {10, 3, false, false, i % 2 == 0});
        const Table table = random_table(engine, 50, 0.1);
        const Columns columns = table.columns();
        std::vector<ClassId> classes;
        std::vector<double> weights;
        std::vector<double> expected(3, 0.0);
        for (std::size_t row = 0; row < 50; ++row) {
            classes.push_back(static_cast<ClassId>(below(engine, 3)));
            weights.push_back(static_cast<double>(below(engine, 4)));
            expected[classes[row]] += weights[row];
        }
        SilentMonitor monitor;
        const auto counts = node_counts(tree, columns, classes, weights, 2, monitor);
        for (std::size_t c = 0; c < 3; ++c) {
            CHECK(counts[c] == doctest::Approx(expected[c]).epsilon(1e-12));
        }
        if (i % 2 == 0) continue;
        std::vector<double> direct(counts.size(), 0.0);
        const Paths passed = paths(tree, columns, monitor);
        for (std::size_t row = 0; row < 50; ++row) {
            for (std::int64_t at = passed.begin[row]; at < passed.begin[row + 1]; ++at) {
                const auto node = static_cast<std::size_t>(passed.nodes[at]);
                direct[node * 3 + classes[row]] += weights[row];
            }
        }
        CHECK(counts == direct);
    }
}

TEST_CASE("what cannot be a pruning set is refused") {
    const Tree tree = stump({1, 2}, {2, 1});
    CHECK_THROWS_AS(prune_reduced_error(tree, std::vector<double>(6, 0.0)), InvalidInput);
    CHECK_THROWS_AS(prune_reduced_error(tree, std::vector<double>(5, 1.0)), InvalidInput);
    Engine engine(29);
    const Table table = random_table(engine, 2, 0.0);
    SilentMonitor monitor;
    const auto counts = [&](std::vector<ClassId> classes, std::vector<double> weights) {
        return node_counts(tree, table.columns(), classes, weights, 1, monitor);
    };
    CHECK_NOTHROW(counts({0, 1}, {}));
    CHECK_THROWS_WITH_AS(counts({0, 2}, {}), "row 1 has class 2, but the tree knows only 0 to 1",
                         InvalidInput);
    CHECK_THROWS_AS(counts({0}, {}), InvalidInput);
    CHECK_THROWS_AS(counts({0, 1}, {1.0}), InvalidInput);
}

TEST_CASE("a deep chain is pruned without a stack and in little time") {
    constexpr std::size_t kDepth = 200000;
    GrowingTree growing({static_cast<double>(kDepth), static_cast<double>(kDepth)}, 0);
    NodeId at = growing.root();
    for (std::size_t i = 0; i < kDepth; ++i) {
        const double rest = static_cast<double>(kDepth - i - 1);
        const NodeId first = growing.split(at, AxisTest{0, 0.0, 0.0}, MissingRule::fill, 2);
        growing[first].counts =
            i % 2 == 0 ? std::vector<double>{1.0, 1.0} : std::vector<double>{2.0, 0.0};
        at = first + 1;
        growing[at].counts = {rest, rest};
    }
    const Tree tree = freeze(growing, full_basis(), kFeatures, 2);
    const CostComplexityPath path = cost_complexity_path(tree);
    CHECK(path.n_leaves.back() == 1);
    CHECK(prune_reduced_error(tree, tree.counts).size() == tree.n_nodes());
    CHECK(prune_pessimistic(tree, 0.25).size() == tree.n_nodes());
    CHECK(prune_description_length(tree, some_tests(tree)).size() == tree.n_nodes());
    CHECK(merge_leaves(tree).size() == tree.n_nodes());
}
