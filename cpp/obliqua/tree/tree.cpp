#include "obliqua/tree/tree.hpp"

#include <cassert>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/flat_test.hpp"

namespace obliqua {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Equal trees must have equal bytes: one zero, one NaN.
double canonical(double value) {
    if (value != value) return kNone;
    return value + 0.0;
}

// Appends the arrays of one node after another.
class Builder {
   public:
    Builder(std::int32_t n_features, std::int32_t n_classes, Basis basis) {
        tree_.n_features = n_features;
        tree_.n_classes = n_classes;
        tree_.basis = std::move(basis);
    }

    void add_family(NodeId parent, std::span<const double> counts, std::int64_t n_rows) {
        tree_.parent.push_back(parent);
        tree_.n_rows.push_back(n_rows);
        append(tree_.counts, counts);
    }

    void add_leaf() {
        start(TestKind::leaf, MissingRule::fill, 0);
        finish(kNone, kNone);
    }

    void add_test(const TestView& test, std::span<const std::int32_t> outputs,
                  std::size_t n_children, double merit, double margin) {
        start(test.kind, test.missing, n_children);
        tree_.terms.insert(tree_.terms.end(), test.terms.begin(), test.terms.end());
        append(tree_.fills, test.fills);
        append(tree_.weights, test.weights);
        append(tree_.constants, test.constants);
        tree_.outputs.insert(tree_.outputs.end(), outputs.begin(), outputs.end());
        finish(merit, margin);
    }

    Tree take() { return std::move(tree_); }

   private:
    static void append(std::vector<double>& to, std::span<const double> from) {
        for (const double value : from) to.push_back(canonical(value));
    }

    void start(TestKind kind, MissingRule missing, std::size_t n_children) {
        tree_.kind.push_back(static_cast<std::uint8_t>(kind));
        tree_.missing.push_back(static_cast<std::uint8_t>(missing));
        tree_.first_child.push_back(n_children == 0 ? kNoNode : next_child_);
        tree_.n_children.push_back(static_cast<std::int32_t>(n_children));
        next_child_ += static_cast<std::int32_t>(n_children);
    }

    void finish(double merit, double margin) {
        tree_.term_begin.push_back(static_cast<std::int64_t>(tree_.terms.size()));
        tree_.weight_begin.push_back(static_cast<std::int64_t>(tree_.weights.size()));
        tree_.constant_begin.push_back(static_cast<std::int64_t>(tree_.constants.size()));
        tree_.merit.push_back(canonical(merit));
        tree_.margin.push_back(canonical(margin));
    }

    Tree tree_;
    std::int32_t next_child_ = 1;  // breadth first: children follow in the order of their parents
};

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

Tree freeze(const GrowingTree& tree, const Basis& basis, std::int32_t n_features,
            std::int32_t n_classes) {
    Builder builder(n_features, n_classes, basis);
    std::vector<NodeId> order{tree.root()};
    builder.add_family(kNoNode, tree[tree.root()].counts, tree[tree.root()].n_rows);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Node& node = tree[order[i]];
        assert(node.counts.size() == static_cast<std::size_t>(n_classes));
        if (node.is_leaf()) {
            builder.add_leaf();
            continue;
        }
        const FlatTest test(node.test, node.missing);
        builder.add_test(test.view, test.outputs, node.children.size(), node.merit, node.margin);
        for (const NodeId child : node.children) {
            builder.add_family(static_cast<NodeId>(i), tree[child].counts, tree[child].n_rows);
            order.push_back(child);
        }
    }
    return builder.take();
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
    Builder builder(tree.n_features, tree.n_classes, tree.basis);
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
