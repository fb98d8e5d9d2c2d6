#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <doctest.h>

#include "obliqua/grow/grow.hpp"
#include "obliqua/pruners/multivariate.hpp"
#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/pruners/reduced_error.hpp"
#include "obliqua/pruners/rows_at_nodes.hpp"
#include "obliqua/tree/flat_test.hpp"

#include "tree/random_trees.hpp"

using namespace obliqua;
using namespace obliqua::testing;

namespace {

constexpr std::size_t kTerms = 4;
constexpr std::size_t kClasses = 3;

// Rows of small whole numbers, so that ties abound; odd rows are held out.
struct Sample {
    std::vector<std::vector<double>> values;
    std::vector<ClassId> classes;
    std::vector<double> weights;
    std::vector<RowIndex> kept;
    std::vector<RowIndex> held;
    std::optional<Columns> columns;
    Basis basis;

    explicit Sample(Engine& engine) {
        const std::size_t n = 20 + below(engine, 60);
        values.assign(kTerms, std::vector<double>(n));
        for (std::size_t row = 0; row < n; ++row) {
            double sum = 0.0;
            for (auto& column : values) {
                column[row] = static_cast<double>(below(engine, 7));
                sum += column[row];
            }
            const bool noise = below(engine, 4) == 0;
            const std::size_t label = noise ? below(engine, kClasses) : (sum > 12.0 ? 1 : 0);
            classes.push_back(static_cast<ClassId>(label));
            weights.push_back(1.0 + static_cast<double>(below(engine, 3)));
            (row % 3 == 1 ? held : kept).push_back(static_cast<RowIndex>(row));
        }
        std::vector<Column> columns_of;
        for (const auto& column : values) {
            Column one;
            one.numbers = column.data();
            columns_of.push_back(one);
        }
        columns.emplace(n, columns_of);
        basis = numeric_basis(*columns);
    }

    Training on(const std::vector<RowIndex>& rows) const {
        return {&*columns, &basis, rows, classes, weights, kClasses};
    }
};

// The plane halfway between the means of the first class and of the others, by the given terms.
std::optional<Split> halfway(const Training& training, std::span<const RowIndex> rows,
                             std::span<const std::int32_t> terms) {
    LinearTest test;
    double n[2] = {0.0, 0.0};
    for (const RowIndex row : rows) n[training.classes[row] > 0] += training.weight(row);
    for (const std::int32_t term : terms) {
        double mean[2] = {0.0, 0.0};
        for (const RowIndex row : rows) {
            const int side = training.classes[row] > 0;
            const double value = term_value((*training.basis)[static_cast<std::size_t>(term)],
                                            *training.columns, row);
            mean[side] += training.weight(row) * value / n[side];
        }
        test.terms.push_back(term);
        test.weights.push_back(mean[1] - mean[0]);
        test.fills.push_back(0.0);
        test.bias -= (mean[1] - mean[0]) * (mean[0] + mean[1]) / 2.0;
    }
    Split split;
    split.test = test;
    const FlatTest flat(split.test, MissingRule::fill);
    double counts[2][kClasses] = {};
    for (const RowIndex row : rows) {
        const int child = child_of(flat.view, *training.basis, *training.columns, row);
        counts[child][training.classes[row]] += training.weight(row);
    }
    const double left = sum_of(counts[0], kClasses);
    const double right = sum_of(counts[1], kClasses);
    if (left == 0.0 || right == 0.0) return std::nullopt;
    split.merit = largest_of(counts[0], kClasses) + largest_of(counts[1], kClasses);
    return split;
}

class HalfwaySplitter final : public Splitter {
   public:
    explicit HalfwaySplitter(const Training& training) : training_(training) {}

    std::optional<Split> best(const NodeRows& node, const StreamKey&, std::size_t) const override {
        if (node.counts[0] == 0.0 || node.counts[0] == sum_of(node.counts.data(), kClasses)) {
            return std::nullopt;
        }
        const std::vector<std::int32_t> all{0, 1, 2, 3};
        return halfway(training_, node.rows, all);
    }

    std::unique_ptr<Relearner> relearner(const NodeRows& node, const Test&,
                                         const StreamKey& key) const override {
        struct Again final : Relearner {
            Again(const Training& of, const NodeRows& at) : training(of), node(at) {}
            std::optional<Split> on(std::span<const std::int32_t> terms) override {
                return halfway(training, node.rows, terms);
            }
            const Training& training;
            NodeRows node;
        };
        paths.push_back(key.path);
        return std::make_unique<Again>(training_, node);
    }

    mutable std::vector<std::uint64_t> paths;

   private:
    const Training& training_;
};

// Section 5 by recursion over the growing tree, every set of rows written out.
class Literal {
   public:
    Literal(const Training& training, GrowingTree& tree) : training_(training), tree_(tree) {}

    double prune(NodeId id, const std::vector<RowIndex>& rows, const std::vector<RowIndex>& held) {
        const double as_leaf = errors_of(rows, held);
        if (tree_[id].is_leaf()) return as_leaf;
        double below = 0.0;
        bool over_leaves = true;
        for (int c = 0; c < 2; ++c) {
            const NodeId child = tree_[id].children[static_cast<std::size_t>(c)];
            below += prune(child, side(tree_[id].test, rows, c), side(tree_[id].test, held, c));
            over_leaves = over_leaves && tree_[child].is_leaf();
        }
        if (as_leaf <= below) {
            tree_.collapse(id);
            return as_leaf;
        }
        return over_leaves ? simplify(id, rows, held, below) : below;
    }

   private:
    double simplify(NodeId id, const std::vector<RowIndex>& rows, const std::vector<RowIndex>& held,
                    double errors) {
        auto terms = std::get<LinearTest>(tree_[id].test).terms;
        while (terms.size() > 1) {
            std::optional<Split> best;
            std::size_t removed = 0;
            for (std::size_t t = 0; t < terms.size(); ++t) {
                auto fewer = terms;
                fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(t));
                const auto split = halfway(training_, rows, fewer);
                if (!split || (best && split->merit <= best->merit)) continue;
                best = split;
                removed = t;
            }
            if (!best) break;
            double now = 0.0;
            for (int c = 0; c < 2; ++c) {
                now += errors_of(side(best->test, rows, c), side(best->test, held, c));
            }
            if (now > errors) break;
            errors = now;
            terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(removed));
            tree_[id].test = best->test;
            tree_[id].merit = best->merit;
            for (int c = 0; c < 2; ++c) recount(id, c, side(best->test, rows, c));
        }
        return errors;
    }

    void recount(NodeId id, int c, const std::vector<RowIndex>& rows) {
        Node& child = tree_[tree_[id].children[static_cast<std::size_t>(c)]];
        child.counts = counts_of(rows);
        child.n_rows = static_cast<std::int64_t>(rows.size());
    }

    std::vector<double> counts_of(const std::vector<RowIndex>& rows) const {
        std::vector<double> counts(kClasses, 0.0);
        for (const RowIndex row : rows) counts[training_.classes[row]] += training_.weight(row);
        return counts;
    }

    // No test of `halfway` leaves a child without rows.
    double errors_of(const std::vector<RowIndex>& rows, const std::vector<RowIndex>& held) const {
        const std::vector<double> counts = counts_of(rows);
        const auto own = std::max_element(counts.begin(), counts.end()) - counts.begin();
        double errors = 0.0;
        for (const RowIndex row : held) {
            if (training_.classes[row] != own) errors += training_.weight(row);
        }
        return errors;
    }

    std::vector<RowIndex> side(const Test& test, const std::vector<RowIndex>& rows, int c) const {
        const FlatTest flat(test, MissingRule::fill);
        std::vector<RowIndex> mine;
        for (const RowIndex row : rows) {
            if (child_of(flat.view, *training_.basis, *training_.columns, row) == c) {
                mine.push_back(row);
            }
        }
        return mine;
    }

    const Training& training_;
    GrowingTree& tree_;
};

std::vector<std::uint64_t> paths_of(const Tree& tree) {
    std::vector<StreamKey> keys(tree.n_nodes());
    std::vector<std::uint64_t> paths;
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (node > 0) {
            const auto parent = static_cast<std::size_t>(tree.parent[node]);
            keys[node] = keys[parent].child(node - first_child(tree, parent));
        }
        paths.push_back(keys[node].path);
    }
    return paths;
}

}  // namespace

TEST_CASE("multivariate pruning: the paper's steps by recursion") {
    Engine engine(51);
    SilentMonitor monitor;
    std::size_t simplified = 0;
    for (int i = 0; i < 400; ++i) {
        const Sample sample(engine);
        const Training kept = sample.on(sample.kept);
        const Training held = sample.on(sample.held);
        const HalfwaySplitter splitter(kept);
        GrowingTree growing = grow(kept, splitter, {{}, MissingRule::fill, 7, 1}, monitor).top;
        const auto frozen = [&] { return freeze(growing, sample.basis, kTerms, kClasses); };
        const Tree whole = frozen();
        const Tree pruned = prune_multivariate(whole, {kept, held, splitter, 7}, 1, monitor);
        Literal(kept, growing).prune(growing.root(), sample.kept, sample.held);
        const Tree wanted = frozen();
        REQUIRE(pruned.kind == wanted.kind);
        REQUIRE(pruned.terms == wanted.terms);
        REQUIRE(pruned.weights == wanted.weights);
        REQUIRE(pruned.constants == wanted.constants);
        REQUIRE(pruned.counts == wanted.counts);
        REQUIRE(pruned.n_rows == wanted.n_rows);
        for (std::size_t node = 0; node < pruned.n_nodes(); ++node) {
            const std::size_t n = pruned.test(node).terms.size();
            if (!pruned.is_leaf(node) && n < kTerms) ++simplified;
        }
        // Relearners are asked for under the key that the grower gave the node.
        const std::vector<std::uint64_t> known = paths_of(whole);
        for (const std::uint64_t path : splitter.paths) {
            REQUIRE(std::find(known.begin(), known.end(), path) != known.end());
        }
    }
    REQUIRE(simplified > 100);
}

TEST_CASE("multivariate pruning: without tests that can be learned anew it is reduced error") {
    struct Deaf final : Splitter {
        std::optional<Split> best(const NodeRows&, const StreamKey&, std::size_t) const override {
            return std::nullopt;
        }
    };
    Engine engine(52);
    SilentMonitor monitor;
    for (int i = 0; i < 100; ++i) {
        const Sample sample(engine);
        const Training kept = sample.on(sample.kept);
        const Training held = sample.on(sample.held);
        const HalfwaySplitter splitter(kept);
        const Tree whole = freeze(grow(kept, splitter, {{}, MissingRule::fill, 7, 1}, monitor),
                                  sample.basis, kTerms, kClasses);
        const Tree pruned = prune_multivariate(whole, {kept, held, Deaf(), 7}, 1, monitor);
        std::vector<double> weights(sample.classes.size(), 0.0);
        for (const RowIndex row : sample.held) weights[row] = held.weight(row);
        const std::vector<double> counts =
            node_counts(whole, *sample.columns, sample.classes, weights, 1, monitor);
        const Tree wanted = collapsed(whole, prune_reduced_error(whole, counts));
        REQUIRE(pruned.terms == wanted.terms);
        REQUIRE(pruned.counts == wanted.counts);
    }
}

TEST_CASE("rows at nodes: as the routing of every row says") {
    Engine engine(53);
    SilentMonitor monitor;
    for (int i = 0; i < 50; ++i) {
        const Sample sample(engine);
        const Training kept = sample.on(sample.kept);
        const HalfwaySplitter splitter(kept);
        const Tree tree = freeze(grow(kept, splitter, {{}, MissingRule::fill, 7, 1}, monitor),
                                 sample.basis, kTerms, kClasses);
        const RowsAtNodes rows(tree, kept);
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            const std::vector<RowIndex> here = rows.at(node);
            REQUIRE(rows.whole(node));
            REQUIRE(std::is_sorted(here.begin(), here.end()));
            REQUIRE(static_cast<std::int64_t>(here.size()) == tree.n_rows[node]);
            std::vector<double> counts(kClasses, 0.0);
            for (const RowIndex row : here) counts[sample.classes[row]] += sample.weights[row];
            const auto known = tree.node_counts(node);
            REQUIRE(std::equal(counts.begin(), counts.end(), known.begin(), known.end()));
        }
    }
}
