#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest.h>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/route.hpp"

#include "tree/random_trees.hpp"

using namespace obliqua;
using namespace obliqua::testing;

namespace {

// The oracle: plain recursion, one term at a time, from the definitions in test.hpp.
struct Oracle {
    const Tree& tree;
    const Columns& columns;
    std::vector<double> share;  // per node
    std::vector<std::int32_t> visited;

    double term(std::int32_t id, std::size_t row) const {
        const Term& t = tree.basis[static_cast<std::size_t>(id)];
        const Column& a = columns[static_cast<std::size_t>(t.a)];
        if (a.missing(row)) return std::nan("");
        if (t.kind == TermKind::feature) return a.number(row);
        if (t.kind == TermKind::indicator) return a.code(row) == t.b ? 1.0 : -1.0;
        if (t.kind == TermKind::square) return a.number(row) * a.number(row);
        return a.number(row) * columns[static_cast<std::size_t>(t.b)].number(row);
    }

    int child(std::size_t node, std::size_t row) const {
        const TestView test = tree.test(node);
        std::vector<double> values;
        for (std::size_t i = 0; i < test.terms.size(); ++i) {
            const bool equality = test.kind == TestKind::equality;
            double value = 0.0;
            if (equality) {
                const Column& column = columns[static_cast<std::size_t>(test.terms[i])];
                value = column.missing(row) ? std::nan("") : column.code(row);
            } else {
                value = term(test.terms[i], row);
            }
            if (std::isnan(value) && test.missing == MissingRule::fractional) return kEveryChild;
            values.push_back(std::isnan(value) ? test.fills[i] : value);
        }
        if (test.kind == TestKind::axis) return values[0] <= test.constants[0] ? 0 : 1;
        if (test.kind == TestKind::equality) return values[0] == test.constants[0] ? 0 : 1;
        std::vector<double> sums(test.constants.begin(), test.constants.end());
        for (std::size_t j = 0; j < sums.size(); ++j) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                sums[j] += test.weights[j * values.size() + i] * values[i];
            }
        }
        if (test.kind == TestKind::linear) return sums[0] <= 0.0 ? 0 : 1;
        return static_cast<int>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    }

    double total(std::size_t node) const {
        double sum = 0.0;
        for (const double count : tree.node_counts(node)) sum += count;
        return sum;
    }

    void descend(std::size_t node, std::size_t row, double part) {
        share[node] += part;
        visited.push_back(static_cast<std::int32_t>(node));
        if (tree.is_leaf(node)) return;
        const auto first = static_cast<std::size_t>(tree.first_child[node]);
        const int one = child(node, row);
        if (one != kEveryChild) return descend(first + static_cast<std::size_t>(one), row, part);
        const auto n = static_cast<std::size_t>(tree.n_children[node]);
        for (std::size_t j = 0; j < n; ++j) {
            const double fraction =
                total(node) > 0.0 ? total(first + j) / total(node) : 1.0 / static_cast<double>(n);
            if (fraction > 0.0) descend(first + j, row, part * fraction);
        }
    }

    void start(std::size_t row) {
        share.assign(tree.n_nodes(), 0.0);
        visited.clear();
        descend(0, row, 1.0);
        std::sort(visited.begin(), visited.end());
    }

    std::size_t leaf() const {
        std::size_t best = 0;
        double best_share = -1.0;
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            if (tree.is_leaf(node) && share[node] > best_share) {
                best = node;
                best_share = share[node];
            }
        }
        return best;
    }

    std::vector<double> distribution() const {
        std::vector<double> out(static_cast<std::size_t>(tree.n_classes), 0.0);
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            if (!tree.is_leaf(node) || share[node] == 0.0) continue;
            std::size_t source = node;
            while (total(source) == 0.0 && source > 0) {
                source = static_cast<std::size_t>(tree.parent[source]);
            }
            for (std::size_t c = 0; c < out.size(); ++c) {
                out[c] +=
                    share[node] * (total(source) > 0.0 ? tree.node_counts(source)[c] / total(source)
                                                       : 1.0 / static_cast<double>(out.size()));
            }
        }
        return out;
    }
};

std::int32_t argmax(const double* values, std::size_t n) {
    return static_cast<std::int32_t>(std::max_element(values, values + n) - values);
}

void check_against_oracle(const Tree& tree, const Columns& columns, std::size_t threads) {
    SilentMonitor monitor;
    const std::size_t n = columns.n_rows();
    const auto k = static_cast<std::size_t>(tree.n_classes);
    std::vector<std::int32_t> leaves(n), classes(n);
    std::vector<double> shares(n * k);
    apply(tree, columns, leaves, threads, monitor);
    classify(tree, columns, classes, threads, monitor);
    distributions(tree, columns, shares, threads, monitor);
    const Paths passed = paths(tree, columns, monitor);
    std::vector<double> visited(n * k, 0.0);
    visit_shares(tree, columns, threads, monitor,
                 [&](std::size_t row, std::size_t leaf, double share) {
                     visited[row * k + leaf % k] += share;
                 });
    Oracle oracle{tree, columns, {}, {}};
    REQUIRE(passed.begin.size() == n + 1);
    for (std::size_t row = 0; row < n; ++row) {
        oracle.start(row);
        const std::vector<double> expected = oracle.distribution();
        REQUIRE(leaves[row] == static_cast<std::int32_t>(oracle.leaf()));
        for (std::size_t c = 0; c < k; ++c) {
            REQUIRE(shares[row * k + c] == doctest::Approx(expected[c]).epsilon(1e-12));
            double by_visit = 0.0;
            for (std::size_t node = c; node < tree.n_nodes(); node += k) {
                if (tree.is_leaf(node)) by_visit += oracle.share[node];
            }
            REQUIRE(visited[row * k + c] == doctest::Approx(by_visit).epsilon(1e-12));
        }
        REQUIRE(classes[row] == argmax(shares.data() + row * k, k));
        const std::vector<std::int32_t> nodes(passed.nodes.begin() + passed.begin[row],
                                              passed.nodes.begin() + passed.begin[row + 1]);
        REQUIRE(nodes == oracle.visited);
    }
}

TreeRecipe recipe(std::size_t i, bool fractional) {
    TreeRecipe recipe;
    recipe.n_splits = i % 25;
    recipe.axis_only = i % 3 == 0;
    recipe.plain = i % 3 != 1;
    recipe.fractional = fractional;
    return recipe;
}

// Row-major numbers as separate columns at unequal distances and strides.
struct Scattered {
    std::vector<std::vector<double>> numbers;
    Table table;

    explicit Scattered(const Table& from) : table(from) {
        for (std::size_t j = 0; j < kNumeric; ++j) {
            numbers.emplace_back(from.n_rows * (j + 1));
            for (std::size_t i = 0; i < from.n_rows; ++i) {
                numbers[j][i * (j + 1)] = from.numbers[i * kNumeric + j];
            }
        }
    }

    Columns columns() const {
        const Columns packed = table.columns();
        std::vector<Column> all;
        for (std::size_t j = 0; j < kFeatures; ++j) {
            all.push_back(packed[j]);
            if (j >= kNumeric) continue;
            all[j].numbers = numbers[j].data();
            all[j].stride = static_cast<std::ptrdiff_t>(j + 1);
        }
        return Columns(table.n_rows, std::move(all));
    }
};

}  // namespace

TEST_CASE("rows take the path that the definitions say") {
    Engine engine(11);
    for (std::size_t i = 0; i < 300; ++i) {
        const Tree tree = random_tree(engine, recipe(i, false));
        // Few rows walk, many are compiled; 300 cross a block border.
        const Table table = random_table(engine, i % 4 == 0 ? 2 : i % 10 == 1 ? 300 : 40, 0.2);
        check_against_oracle(tree, table.columns(), 1);
    }
}

TEST_CASE("missing values under the fractional rule are shared among the children") {
    Engine engine(12);
    for (std::size_t i = 0; i < 300; ++i) {
        const Tree tree = random_tree(engine, recipe(i, true));
        const Table table = random_table(engine, i % 4 == 0 ? 2 : 40, 0.3);
        check_against_oracle(tree, table.columns(), 1);
    }
}

TEST_CASE("columns at any distance and stride give the same") {
    Engine engine(13);
    for (std::size_t i = 0; i < 60; ++i) {
        const Tree tree = random_tree(engine, recipe(i, i % 2 == 0));
        const Scattered scattered(random_table(engine, 40, 0.2));
        check_against_oracle(tree, scattered.columns(), 1);
    }
}

TEST_CASE("numbers in single precision give the same") {
    Engine engine(15);
    for (std::size_t i = 0; i < 60; ++i) {
        const Tree tree = random_tree(engine, recipe(i, i % 2 == 0));
        const Table table = random_table(engine, 40, 0.2);
        const std::vector<float> singles(table.numbers.begin(), table.numbers.end());
        const Columns doubles = table.columns();
        std::vector<Column> all;
        for (std::size_t j = 0; j < kFeatures; ++j) {
            all.push_back(doubles[j]);
            if (j >= kNumeric) continue;
            all[j].numbers = nullptr;
            all[j].singles = singles.data() + j;
        }
        check_against_oracle(tree, Columns(table.n_rows, std::move(all)), 1);
    }
}

TEST_CASE("labels are those of the classes") {
    Engine engine(16);
    const Tree tree = random_tree(engine, {50, 3, false, false, true});
    const Table table = random_table(engine, 1000, 0.1);
    SilentMonitor monitor;
    std::vector<std::int32_t> classes(table.n_rows);
    classify(tree, table.columns(), classes, 1, monitor);
    const std::vector<std::int64_t> labels{-7, 0, std::int64_t{1} << 60};
    std::vector<std::int64_t> found(table.n_rows);
    label(tree, table.columns(), labels, found, 2, monitor);
    for (std::size_t row = 0; row < table.n_rows; ++row) {
        REQUIRE(found[row] == labels[static_cast<std::size_t>(classes[row])]);
    }
    CHECK_THROWS_AS(label(tree, table.columns(), std::span(labels).first(2), found, 1, monitor),
                    InvalidInput);
}

TEST_CASE("an infinite value is refused by every route") {
    Engine engine(17);
    const Tree tree = random_tree(engine, {5, 2, true, true, false});
    Table table = random_table(engine, 300, 0.0);
    table.numbers[299 * kNumeric + 1] = std::numeric_limits<double>::infinity();
    const Columns columns = table.columns();
    SilentMonitor monitor;
    std::vector<std::int32_t> out(300);
    std::vector<double> shares(600);
    CHECK_THROWS_AS(apply(tree, columns, out, 2, monitor), InvalidInput);
    CHECK_THROWS_AS(classify(tree, columns, out, 1, monitor), InvalidInput);
    CHECK_THROWS_AS(distributions(tree, columns, shares, 1, monitor), InvalidInput);
    CHECK_THROWS_AS(paths(tree, columns, monitor), InvalidInput);
}

TEST_CASE("the number of threads leaves no trace") {
    Engine engine(14);
    const Tree tree = random_tree(engine, {200, 3, false, false, true});
    const Table table = random_table(engine, 70001, 0.02);
    const Columns columns = table.columns();
    SilentMonitor monitor;
    std::vector<std::vector<double>> results;
    for (const std::size_t threads : {1, 2, 5}) {
        std::vector<double>& shares = results.emplace_back(table.n_rows * 3);
        distributions(tree, columns, shares, threads, monitor);
        std::vector<std::int32_t> leaves(table.n_rows);
        apply(tree, columns, leaves, threads, monitor);
        shares.insert(shares.end(), leaves.begin(), leaves.end());
    }
    CHECK(same(results[0], results[1]));
    CHECK(same(results[0], results[2]));
}

TEST_CASE("a value beyond all others and a cut hit exactly") {
    GrowingTree growing({1.0, 1.0}, 2);
    growing.split(0, AxisTest{0, 1.0, 2.0}, MissingRule::fill, 2);
    const Tree tree = freeze(growing, {{TermKind::feature, 0, 0}}, 1, 2);
    const double most = std::numeric_limits<double>::max();
    const std::vector<double> x{1.0, std::nextafter(1.0, 2.0), -most, most, std::nan("")};
    const Columns columns(5, {{FeatureKind::numeric, x.data(), nullptr, 1, 0}});
    std::vector<std::int32_t> leaves(5);
    SilentMonitor monitor;
    apply(tree, columns, leaves, 1, monitor);
    CHECK(leaves == std::vector<std::int32_t>{1, 2, 1, 2, 2});
}

TEST_CASE("an unreached leaf answers as its nearest ancestor") {
    GrowingTree growing({1.0, 3.0}, 4);
    const NodeId first = growing.split(0, AxisTest{0, 0.0, 0.0}, MissingRule::fill, 2);
    growing[first + 1].counts = {1.0, 3.0};
    const Tree tree = freeze(growing, {{TermKind::feature, 0, 0}}, 1, 2);
    const double x = -1.0;
    const Columns columns(1, {{FeatureKind::numeric, &x, nullptr, 1, 0}});
    std::vector<double> shares(2);
    SilentMonitor monitor;
    distributions(tree, columns, shares, 1, monitor);
    CHECK(shares == std::vector<double>{0.25, 0.75});
}

TEST_CASE("a million tests deep, a row still finds its leaf") {
    constexpr std::size_t kDepth = 1000000;
    GrowingTree growing({1.0, 1.0}, 2);
    NodeId at = growing.root();
    for (std::size_t i = 0; i < kDepth; ++i) {
        const MissingRule rule = i == 7 ? MissingRule::fractional : MissingRule::fill;
        at = growing.split(at, AxisTest{0, static_cast<double>(i), 0.0}, rule, 2) + 1;
    }
    const Tree tree = freeze(growing, {{TermKind::feature, 0, 0}}, 1, 2);
    const std::vector<double> x{3.0, 1e9, std::nan("")};
    const Columns columns(3, {{FeatureKind::numeric, x.data(), nullptr, 1, 0}});
    SilentMonitor monitor;
    std::vector<std::int32_t> leaves(3);
    apply(tree, columns, leaves, 1, monitor);
    CHECK(leaves[0] == 7);
    CHECK(leaves[1] == static_cast<std::int32_t>(2 * kDepth));
    CHECK(paths(tree, columns, monitor).begin[2] == 5 + static_cast<std::int64_t>(kDepth) + 1);
}

TEST_CASE("a table of other features is refused by number") {
    Engine engine(15);
    const Tree tree = random_tree(engine, {5, 3, false, false, false});
    const Table table = random_table(engine, 3, 0.0);
    const Columns columns = table.columns();
    const auto message = [&](std::vector<Column> all) {
        try {
            require_columns(tree, Columns(3, std::move(all)));
        } catch (const InvalidInput& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(message({columns[0], columns[1], columns[2], columns[3], columns[4]}).empty());
    CHECK(message({columns[0]}).find("1 features") != std::string::npos);
    CHECK(message({columns[0], columns[4], columns[2], columns[3], columns[4]})
              .find("feature 1 must be numeric") != std::string::npos);
    CHECK(message({columns[0], columns[1], columns[2], columns[0], columns[4]})
              .find("feature 3 must be symbolic") != std::string::npos);
}

TEST_CASE("no rows, no answers") {
    Engine engine(16);
    const Tree tree = random_tree(engine, {5, 3, false, false, false});
    check_against_oracle(tree, random_table(engine, 0, 0.0).columns(), 2);
}

TEST_CASE("an observer's exception ends the work and arrives") {
    struct Impatient final : Monitor {
        Impatient() : Monitor(std::chrono::milliseconds(0)) {}
        void report(double, double) override { throw std::runtime_error("enough"); }
    };
    Engine engine(17);
    const Tree tree = random_tree(engine, {5, 3, false, false, false});
    const Table table = random_table(engine, 50000, 0.0);
    std::vector<std::int32_t> classes(table.n_rows);
    for (const std::size_t threads : {1, 3}) {
        Impatient monitor;
        CHECK_THROWS_WITH(classify(tree, table.columns(), classes, threads, monitor), "enough");
    }
}
