#include <span>
#include <vector>

#include "obliqua/tree/flat_test.hpp"
#include "obliqua/tree/tree_builder.hpp"

namespace obliqua {
namespace {

// A node of the growing tree or, where `frozen` is set, of one of its grafts.
struct Source {
    NodeId node = 0;
    NodeId parent = kNoNode;  // in the frozen tree
    const Tree* frozen = nullptr;
};

class Assembly {
   public:
    Assembly(const GrowingTree& top, std::span<const Graft> grafts)
        : top_(top), graft_at_(top.arena_size()) {
        for (const Graft& graft : grafts) {
            graft_at_[static_cast<std::size_t>(graft.leaf)] = &graft.tree;
        }
        sources_.push_back(at(top_.root(), kNoNode));
        for (std::size_t i = 0; i < sources_.size(); ++i) add_children(i);
    }

    Tree frozen(const Basis& basis, std::int32_t n_features, std::int32_t n_classes) const {
        TreeBuilder builder(n_features, n_classes, basis);
        builder.reserve(sizes());
        for (const Source& source : sources_) {
            if (source.frozen != nullptr) {
                add(builder, source, *source.frozen, static_cast<std::size_t>(source.node));
            } else {
                add(builder, source, top_[source.node]);
            }
        }
        return builder.take();
    }

   private:
    Source at(NodeId node, NodeId parent) const {
        const Tree* graft = graft_at_[static_cast<std::size_t>(node)];
        return graft != nullptr ? Source{0, parent, graft} : Source{node, parent, nullptr};
    }

    void add_children(std::size_t i) {
        const Source source = sources_[i];
        const auto parent = static_cast<NodeId>(i);
        if (source.frozen == nullptr) {
            for (const NodeId child : top_[source.node].children) {
                sources_.push_back(at(child, parent));
            }
            return;
        }
        const auto node = static_cast<std::size_t>(source.node);
        const NodeId first = source.frozen->first_child[node];
        for (NodeId child = 0; child < source.frozen->n_children[node]; ++child) {
            sources_.push_back({first + child, parent, source.frozen});
        }
    }

    TreeBuilder::Sizes sizes() const {
        TreeBuilder::Sizes sizes;
        sizes.nodes = sources_.size();
        const auto count = [&](const TestView& test) {
            sizes.terms += test.terms.size();
            sizes.weights += test.weights.size();
            sizes.constants += test.constants.size();
        };
        for (const Source& source : sources_) {
            if (source.frozen != nullptr) {
                count(source.frozen->test(static_cast<std::size_t>(source.node)));
            } else {
                const Node& node = top_[source.node];
                count(FlatTest(node.test, node.missing).view);
            }
        }
        return sizes;
    }

    static void add(TreeBuilder& builder, const Source& source, const Node& node) {
        builder.add_family(source.parent, node.counts, node.n_rows);
        if (node.is_leaf()) {
            builder.add_leaf();
            return;
        }
        const FlatTest test(node.test, node.missing);
        builder.add_test(test.view, test.outputs, node.children.size(), node.merit, node.margin);
    }

    static void add(TreeBuilder& builder, const Source& source, const Tree& tree,
                    std::size_t node) {
        builder.add_family(source.parent, tree.node_counts(node), tree.n_rows[node]);
        if (tree.is_leaf(node)) {
            builder.add_leaf();
            return;
        }
        builder.add_test(tree.test(node), tree.test_outputs(node),
                         static_cast<std::size_t>(tree.n_children[node]), tree.merit[node],
                         tree.margin[node]);
    }

    const GrowingTree& top_;
    std::vector<const Tree*> graft_at_;  // by id in the growing tree
    std::vector<Source> sources_;        // breadth first
};

}  // namespace

Tree freeze(const GrowingTree& tree, const Basis& basis, std::int32_t n_features,
            std::int32_t n_classes) {
    return Assembly(tree, {}).frozen(basis, n_features, n_classes);
}

Tree freeze(const GraftedTree& tree, const Basis& basis, std::int32_t n_features,
            std::int32_t n_classes) {
    return Assembly(tree.top, tree.grafts).frozen(basis, n_features, n_classes);
}

}  // namespace obliqua
