#include <algorithm>
#include <memory>
#include <set>

#include <doctest.h>

#include "obliqua/support/errors.hpp"

#include "tree/random_trees.hpp"

using namespace obliqua;
using namespace obliqua::testing;

namespace {

// Grows the same tree in another order: the nodes get other ids.
GrowingTree regrown(const GrowingTree& tree, Engine& engine) {
    GrowingTree copy(tree[tree.root()].counts, tree[tree.root()].n_rows);
    std::vector<std::pair<NodeId, NodeId>> open{{tree.root(), copy.root()}};
    while (!open.empty()) {
        std::swap(open[below(engine, open.size())], open.back());
        const auto [from, to] = open.back();
        open.pop_back();
        const Node& node = tree[from];
        copy[to].counts = node.counts;
        copy[to].n_rows = node.n_rows;
        if (node.is_leaf()) continue;
        const NodeId first = copy.split(to, node.test, node.missing, node.children.size());
        copy[to].merit = node.merit;
        copy[to].margin = node.margin;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            open.emplace_back(node.children[i], first + static_cast<NodeId>(i));
        }
    }
    return copy;
}

GrowingTree chain(std::size_t depth) {
    GrowingTree tree({1.0, 1.0}, 2);
    NodeId at = tree.root();
    for (std::size_t i = 0; i < depth; ++i) {
        at = tree.split(at, AxisTest{0, static_cast<double>(i), 0.0}, MissingRule::fill, 2) + 1;
    }
    return tree;
}

}  // namespace

TEST_CASE("a thawed tree freezes to itself") {
    Engine engine(1);
    for (std::size_t i = 0; i < 200; ++i) {
        const Tree tree = random_tree(engine, {i % 20, 4, false, false, i % 2 == 0});
        CHECK_NOTHROW(validate(tree));
        CHECK(same(freeze(thaw(tree), tree.basis, tree.n_features, tree.n_classes), tree));
    }
}

TEST_CASE("the order of growth leaves no trace in the frozen tree") {
    Engine engine(2);
    for (int i = 0; i < 100; ++i) {
        const GrowingTree tree = random_growing_tree(engine, {15, 3, false, false, true});
        const GrowingTree other = regrown(tree, engine);
        CHECK(same(freeze(tree, full_basis(), kFeatures, 3),
                   freeze(other, full_basis(), kFeatures, 3)));
    }
}

TEST_CASE("subtrees that were frozen apart leave no trace in the whole") {
    Engine engine(5);
    for (int i = 0; i < 200; ++i) {
        const Tree tree = random_tree(engine, {20, 3, false, false, true});
        GraftedTree parts{thaw(tree), {}};
        std::vector<bool> apart(tree.n_nodes());
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            if (node > 0 && apart[static_cast<std::size_t>(tree.parent[node])]) {
                apart[node] = true;
            } else if (below(engine, 4) == 0) {
                apart[node] = true;
                const auto id = static_cast<NodeId>(node);
                GrowingTree part = thaw(tree);
                part.replace(part.root(), id);
                parts.grafts.push_back(
                    {id, freeze(part, tree.basis, tree.n_features, tree.n_classes)});
                parts.top.collapse(id);
            }
        }
        CHECK(same(freeze(parts, tree.basis, tree.n_features, tree.n_classes), tree));
    }
}

TEST_CASE("negative zeros and odd NaNs leave no trace either") {
    GrowingTree a({1.0}, 1);
    a.split(a.root(), AxisTest{0, -0.0, -0.0}, MissingRule::fill, 2);
    a[a.root()].merit = -std::nan("7");
    GrowingTree b({1.0}, 1);
    b.split(b.root(), AxisTest{0, 0.0, 0.0}, MissingRule::fill, 2);
    CHECK(same(freeze(a, full_basis(), kFeatures, 1), freeze(b, full_basis(), kFeatures, 1)));
}

TEST_CASE("collapsing the frozen tree equals collapsing the growing one") {
    Engine engine(3);
    for (int i = 0; i < 200; ++i) {
        const Tree tree = random_tree(engine, {12, 3, false, false, true});
        GrowingTree growing = thaw(tree);
        std::vector<bool> mask(tree.n_nodes());
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            mask[node] = below(engine, 6) == 0;
        }
        // Below a collapsed node the ids are released, so only topmost marks are applied.
        std::vector<bool> gone(tree.n_nodes());
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            if (node > 0) {
                const auto parent = static_cast<std::size_t>(tree.parent[node]);
                gone[node] = gone[parent] || mask[parent];
            }
            if (mask[node] && !gone[node]) growing.collapse(static_cast<NodeId>(node));
        }
        const Tree pruned = collapsed(tree, mask);
        CHECK_NOTHROW(validate(pruned));
        CHECK(same(pruned, freeze(growing, tree.basis, tree.n_features, tree.n_classes)));
    }
}

TEST_CASE("collapsing nothing changes nothing, collapsing the root leaves a leaf") {
    Engine engine(4);
    const Tree tree = random_tree(engine, {20, 3, false, false, false});
    CHECK(same(collapsed(tree, std::vector<bool>(tree.n_nodes())), tree));
    CHECK_THROWS_AS(collapsed(tree, std::vector<bool>(3)), InvalidInput);
    std::vector<bool> mask(tree.n_nodes());
    mask[0] = true;
    const Tree leaf = collapsed(tree, mask);
    CHECK(leaf.n_nodes() == 1);
    CHECK(leaf.is_leaf(0));
    CHECK(leaf.counts == std::vector<double>(tree.counts.begin(), tree.counts.begin() + 3));
}

TEST_CASE("replace puts a descendant in its ancestor's place and keeps its id") {
    GrowingTree tree = chain(4);
    const NodeId top = tree[tree.root()].children[1];
    const NodeId low = tree[tree[top].children[1]].children[1];
    tree.replace(top, low);
    CHECK(tree[tree.root()].children[1] == low);
    CHECK(tree[low].parent == tree.root());
    Tree frozen = freeze(tree, {{TermKind::feature, 0, 0}}, 1, 2);
    CHECK_NOTHROW(validate(frozen));
    CHECK(frozen.constants == std::vector<double>{0.0, 3.0});
    tree.replace(tree.root(), low);
    CHECK(tree.root() == low);
    CHECK(tree[low].parent == kNoNode);
    frozen = freeze(tree, {{TermKind::feature, 0, 0}}, 1, 2);
    CHECK(frozen.constants == std::vector<double>{3.0});
}

TEST_CASE("editing for long reuses the arena and never hands out an id in use") {
    Engine engine(5);
    GrowingTree tree({1.0}, 1);
    std::size_t peak = 1;
    for (int step = 0; step < 20000; ++step) {
        std::vector<NodeId> live{tree.root()};
        for (std::size_t i = 0; i < live.size(); ++i) {
            for (const NodeId child : tree[live[i]].children) {
                REQUIRE(tree[child].parent == live[i]);
                live.push_back(child);
            }
        }
        REQUIRE(std::set<NodeId>(live.begin(), live.end()).size() == live.size());
        peak = std::max(peak, live.size());
        const NodeId id = live[below(engine, live.size())];
        if (tree[id].is_leaf() && live.size() < 60) {
            const std::size_t n = 2 + below(engine, 3);
            const NodeId first = tree.split(id, AxisTest{}, MissingRule::fill, n);
            for (std::size_t j = 0; j < n; ++j) {
                REQUIRE(tree[id].children[j] == first + static_cast<NodeId>(j));
            }
        } else if (!tree[id].is_leaf() && below(engine, 2) == 0) {
            tree.collapse(id);
        } else if (!tree[id].is_leaf()) {
            NodeId below_it = id;
            do {
                const std::vector<NodeId>& children = tree[below_it].children;
                below_it = children[below(engine, children.size())];
            } while (!tree[below_it].is_leaf() && below(engine, 2) == 0);
            tree.replace(id, below_it);
        }
    }
    CHECK(tree.arena_size() <= 6 * peak);
}

TEST_CASE("a chain of a million tests needs no stack") {
    constexpr std::size_t kDepth = 1000000;
    auto growing = std::make_unique<GrowingTree>(chain(kDepth));
    const Tree tree = freeze(*growing, {{TermKind::feature, 0, 0}}, 1, 2);
    CHECK(tree.n_nodes() == 2 * kDepth + 1);
    CHECK_NOTHROW(validate(tree));
    GrowingTree thawed = thaw(tree);
    thawed.collapse(thawed[thawed.root()].children[1]);
    std::vector<bool> mask(tree.n_nodes());
    mask[2] = true;
    CHECK(same(collapsed(tree, mask), freeze(thawed, tree.basis, 1, 2)));
    growing.reset();
}
