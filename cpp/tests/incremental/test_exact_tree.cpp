// Transposition alone: whatever test is installed wherever, every row is where the tests lead and
// the statistics are those that the rows have. Then revision makes the tree what it must be.
#include <limits>

#include <doctest.h>

#include "obliqua/incremental/exact_learner.hpp"
#include "obliqua/incremental/exact_tree.hpp"
#include "obliqua/incremental/reviser.hpp"

namespace obliqua {
namespace {

constexpr std::size_t kRows = 60;
constexpr std::int32_t kCategories = 3;

// Two numeric features and a symbolic one, with ties and missing values; three classes.
struct Sample {
    std::vector<double> first, second;
    std::vector<std::int32_t> third, classes;
    std::vector<std::int64_t> ids, weights;

    explicit Sample(std::uint64_t seed) {
        std::uint64_t state = seed * 0x9e3779b97f4a7c15ULL + 1;
        const auto draw = [&state](std::uint64_t n) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            return (state >> 33) % n;
        };
        const double missing = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < kRows; ++i) {
            first.push_back(draw(8) == 0 ? missing : static_cast<double>(draw(6)));
            second.push_back(draw(8) == 0 ? missing : static_cast<double>(draw(20)) / 4.0);
            third.push_back(draw(8) == 0 ? kMissingCode
                                         : static_cast<std::int32_t>(draw(kCategories)));
            classes.push_back(static_cast<std::int32_t>(draw(3)));
            weights.push_back(1 + static_cast<std::int64_t>(draw(2)));
            ids.push_back(static_cast<std::int64_t>(i));
        }
    }

    void teach(ExactLearner& learner) const {
        const bool symbolic[] = {false, false, true};
        learner.describe(symbolic, {{}, {}, {2, 0, 1}}, 3);
        Column a, b, c;
        a.numbers = first.data();
        b.numbers = second.data();
        c.kind = FeatureKind::symbolic;
        c.codes = third.data();
        c.n_categories = kCategories;
        const Columns columns(kRows, {a, b, c});
        learner.add({&columns, classes, weights, ids});
    }
};

// Every node's counts are those of the rows at and below it, and every row is where its tests
// lead from the root.
void check(const ExactTree& tree) {
    std::size_t found = 0;
    std::vector<NodeId> open{tree.root()};
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        std::vector<Slot> below;
        tree.gather(id, below);
        NodeFacts recomputed;
        recomputed.counts.assign(3, 0);
        for (const Slot slot : below) {
            recomputed.count(tree.rows().label(slot), tree.rows().weight(slot));
        }
        std::vector<std::int64_t> counts = tree.facts(id).counts;
        counts.resize(3, 0);
        REQUIRE(counts == recomputed.counts);
        REQUIRE(tree.facts(id).weight == recomputed.weight);
        found += tree.facts(id).rows.size();
        for (const NodeId child : tree.node(id).children) {
            REQUIRE(tree.node(child).parent == id);
            open.push_back(child);
        }
    }
    REQUIRE(found == tree.rows().slots().size());
    for (const Slot slot : tree.rows().slots()) {
        NodeId at = tree.root();
        while (!tree.node(at).is_leaf()) {
            const int to = tree.side(at, slot);
            if (to == kStays) break;
            at = tree.node(at).children[static_cast<std::size_t>(to)];
        }
        REQUIRE(tree.home(slot) == at);
    }
}

Test some_test(std::uint64_t n) {
    if (n % 3 == 2) {
        const auto category = static_cast<std::int32_t>(n / 3 % kCategories);
        return EqualityTest{2, category, category};
    }
    const double cut = 0.25 + static_cast<double>(n / 3 % 5);
    return AxisTest{static_cast<std::int32_t>(n % 3), cut, cut};
}

std::vector<NodeId> nodes_of(const ExactTree& tree) {
    std::vector<NodeId> nodes{tree.root()};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::vector<NodeId>& children = tree.node(nodes[i]).children;
        nodes.insert(nodes.end(), children.begin(), children.end());
    }
    return nodes;
}

Tree shown(ExactLearner& learner) {
    SilentMonitor monitor;
    learner.revise(monitor);
    return learner.frozen(for_own_rows(learner.rows(), {{0, 1, 2}, 3, {}, {}})).tree;
}

bool equal(const Tree& a, const Tree& b) {
    return a.kind == b.kind && a.first_child == b.first_child && a.terms == b.terms &&
           a.constants == b.constants && a.counts == b.counts;
}

}  // namespace

TEST_CASE("transposition: each base case keeps rows and statistics") {
    const Sample sample(7);
    ExactLearner learner(3);
    sample.teach(learner);
    const Test top = some_test(0), wanted = some_test(4), other = some_test(2);
    // Which of the two children have the wanted test, which another, which are leaves.
    for (const int left : {0, 1, 2}) {
        for (const int right : {0, 1, 2}) {
            ExactTree tree(learner.rows());
            tree.reset();
            tree.transpose(tree.root(), top);
            const std::vector<NodeId> children = tree.node(tree.root()).children;
            const int wish[] = {left, right};
            for (std::size_t i = 0; i < 2; ++i) {
                if (wish[i] > 0) tree.transpose(children[i], wish[i] == 1 ? wanted : other);
            }
            check(tree);
            tree.transpose(tree.root(), wanted);
            CHECK(same_question(tree.node(tree.root()).test, wanted));
            for (const NodeId child : tree.node(tree.root()).children) {
                CHECK(same_question(tree.node(child).test, top));
            }
            check(tree);
        }
    }
}

TEST_CASE("transposition: a child without rows is a leaf like any other") {
    const Sample sample(3);
    ExactLearner learner(3);
    sample.teach(learner);
    ExactTree tree(learner.rows());
    tree.reset();
    const Test nobody = AxisTest{0, -1.0, -1.0};
    tree.transpose(tree.root(), nobody);
    CHECK(tree.facts(tree.node(tree.root()).children[0]).weight == 0);
    tree.transpose(tree.root(), some_test(4));
    check(tree);
}

TEST_CASE("transposition: any sequence, anywhere, keeps rows and statistics") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Sample sample(seed);
        ExactLearner learner(3);
        sample.teach(learner);
        ExactTree tree(learner.rows());
        tree.reset();
        for (std::uint64_t step = 0; step < 25; ++step) {
            const std::vector<NodeId> nodes = nodes_of(tree);
            const std::uint64_t draw = seed * 1009 + step * 7919;
            tree.transpose(nodes[draw % nodes.size()], some_test(draw / 13));
            check(tree);
        }
    }
}

TEST_CASE("revision: rows that come and go leave the tree of a fresh learner") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Sample sample(seed);
        ExactLearner learner(3);
        sample.teach(learner);
        static_cast<void>(shown(learner));
        std::vector<std::int64_t> gone;
        for (std::int64_t id = static_cast<std::int64_t>(seed % 3); id < 60; id += 3) {
            gone.push_back(id);
        }
        const auto hidden = learner.hide(gone);
        const Tree without = shown(learner);
        check(learner.tree());
        ExactLearner fresh(3);
        sample.teach(fresh);
        fresh.remove(gone);
        CHECK(equal(without, shown(fresh)));
        learner.show(hidden);
        ExactLearner whole(3);
        sample.teach(whole);
        CHECK(equal(shown(learner), shown(whole)));
        check(learner.tree());
    }
}

}  // namespace obliqua
