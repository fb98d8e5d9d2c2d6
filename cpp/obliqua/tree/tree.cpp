#include "obliqua/tree/tree.hpp"

#include <cassert>
#include <span>
#include <string>
#include <utility>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/tree_builder.hpp"

namespace obliqua {
namespace {

template <class T>
std::vector<T> owned(std::span<const T> values) {
    return {values.begin(), values.end()};
}

Test thawed_test(const TestView& test, std::span<const std::int32_t> outputs) {
    switch (test.kind) {
        case TestKind::axis:
            return AxisTest{test.terms[0], test.constants[0], test.fills[0]};
        case TestKind::equality:
            return EqualityTest{test.terms[0], static_cast<std::int32_t>(test.constants[0]),
                                static_cast<std::int32_t>(test.fills[0])};
        case TestKind::linear:
            return LinearTest{owned(test.terms), owned(test.weights), owned(test.fills),
                              test.constants[0]};
        case TestKind::machine:
            return MachineTest{owned(test.terms), owned(test.fills), owned(test.weights),
                               owned(test.constants), owned(outputs)};
        case TestKind::leaf:
            break;
    }
    return std::monostate{};
}

}  // namespace

TestView Tree::test(std::size_t node) const {
    const auto slice = []<class T>(const std::vector<T>& pool, std::int64_t begin,
                                   std::int64_t end) {
        return std::span<const T>(pool).subspan(static_cast<std::size_t>(begin),
                                                static_cast<std::size_t>(end - begin));
    };
    TestView view;
    view.kind = static_cast<TestKind>(kind[node]);
    view.missing = static_cast<MissingRule>(missing[node]);
    view.terms = slice(terms, term_begin[node], term_begin[node + 1]);
    view.fills = slice(fills, term_begin[node], term_begin[node + 1]);
    view.weights = slice(weights, weight_begin[node], weight_begin[node + 1]);
    view.constants = slice(constants, constant_begin[node], constant_begin[node + 1]);
    return view;
}

std::span<const std::int32_t> Tree::test_outputs(std::size_t node) const {
    const auto begin = static_cast<std::size_t>(constant_begin[node]);
    return std::span(outputs).subspan(begin,
                                      static_cast<std::size_t>(constant_begin[node + 1]) - begin);
}

std::span<const double> Tree::node_counts(std::size_t node) const {
    const auto k = static_cast<std::size_t>(n_classes);
    return std::span(counts).subspan(node * k, k);
}

GrowingTree thaw(const Tree& tree) {
    const auto counts_of = [&tree](std::size_t node) { return owned(tree.node_counts(node)); };
    GrowingTree growing(counts_of(0), tree.n_rows[0]);
    // Splitting in breadth-first order hands out the frozen tree's own ids.
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.is_leaf(node)) continue;
        const TestView test = tree.test(node);
        const auto n_children = static_cast<std::size_t>(tree.n_children[node]);
        const NodeId id = static_cast<NodeId>(node);
        const NodeId first =
            growing.split(id, thawed_test(test, tree.test_outputs(node)), test.missing, n_children);
        assert(first == tree.first_child[node]);
        growing[id].merit = tree.merit[node];
        growing[id].margin = tree.margin[node];
        for (std::size_t i = 0; i < n_children; ++i) {
            Node& child = growing[first + static_cast<NodeId>(i)];
            child.counts = counts_of(static_cast<std::size_t>(first) + i);
            child.n_rows = tree.n_rows[static_cast<std::size_t>(first) + i];
        }
    }
    return growing;
}

Tree collapsed(const Tree& tree, const std::vector<bool>& collapse) {
    if (collapse.size() != tree.n_nodes()) {
        throw InvalidInput("collapse has " + std::to_string(collapse.size()) + " entries for " +
                           std::to_string(tree.n_nodes()) + " nodes");
    }
    TreeBuilder builder(tree.n_features, tree.n_classes, tree.basis);
    std::vector<std::size_t> order{0};
    builder.add_family(kNoNode, tree.node_counts(0), tree.n_rows[0]);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t node = order[i];
        if (tree.is_leaf(node) || collapse[node]) {
            builder.add_leaf();
            continue;
        }
        const auto n_children = static_cast<std::size_t>(tree.n_children[node]);
        builder.add_test(tree.test(node), tree.test_outputs(node), n_children, tree.merit[node],
                         tree.margin[node]);
        for (std::size_t j = 0; j < n_children; ++j) {
            const std::size_t child = static_cast<std::size_t>(tree.first_child[node]) + j;
            builder.add_family(static_cast<NodeId>(i), tree.node_counts(child), tree.n_rows[child]);
            order.push_back(child);
        }
    }
    return builder.take();
}

}  // namespace obliqua
