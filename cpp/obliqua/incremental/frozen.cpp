#include "obliqua/incremental/frozen.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "obliqua/pruners/description_length.hpp"

namespace obliqua {
namespace {

class Freezer {
   public:
    Freezer(const ExactTree& exact, const Layout& layout) : exact_(exact), layout_(layout) {
        for (std::size_t f = 0; f < exact.rows().n_features(); ++f) {
            const auto feature = static_cast<std::int32_t>(f);
            terms_.push_back(static_cast<std::int32_t>(basis_.size()));
            if (!layout.symbolic[f]) basis_.push_back({TermKind::feature, feature, 0});
        }
    }

    Frozen freeze(NodeId top) {
        GrowingTree tree({}, 0);
        Frozen frozen;
        std::vector<NodeId> order{top};
        std::vector<NodeId> to{tree.root()};
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Node& source = exact_.node(order[i]);
            frozen.tests.push_back(
                std::max(1.0, static_cast<double>(exact_.facts(order[i]).tests)));
            if (!source.is_leaf()) {
                const NodeId first = tree.split(to[i], shown(source.test), source.missing, 2);
                order.insert(order.end(), source.children.begin(), source.children.end());
                to.insert(to.end(), {first, first + 1});
            }
            Node& target = tree[to[i]];
            fill(target, exact_.facts(order[i]));
            target.merit = source.merit;
            target.margin = source.margin;
        }
        frozen.tree = obliqua::freeze(tree, basis_, static_cast<std::int32_t>(terms_.size()),
                                      layout_.n_classes);
        return frozen;
    }

   private:
    Test shown(const Test& test) const {
        if (const auto* axis = std::get_if<AxisTest>(&test)) {
            return AxisTest{terms_[static_cast<std::size_t>(axis->term)], axis->cut, axis->fill};
        }
        auto equality = std::get<EqualityTest>(test);
        const auto feature = static_cast<std::size_t>(equality.feature);
        equality.category =
            layout_.categories[feature][static_cast<std::size_t>(equality.category)];
        equality.fill = equality.category;
        return equality;
    }

    void fill(Node& target, const NodeFacts& facts) const {
        target.counts.assign(static_cast<std::size_t>(layout_.n_classes), 0.0);
        for (std::size_t i = 0; i < facts.counts.size(); ++i) {
            if (facts.counts[i] == 0) continue;
            target.counts[static_cast<std::size_t>(layout_.classes[i])] =
                static_cast<double>(facts.counts[i]);
        }
        target.n_rows = facts.weight;
    }

    const ExactTree& exact_;
    const Layout& layout_;
    Basis basis_;
    std::vector<std::int32_t> terms_;  // of each feature
};

}  // namespace

Layout for_own_rows(const RowStore& rows, Layout layout) {
    layout.categories.resize(rows.n_features());
    layout.symbolic.clear();
    for (std::size_t f = 0; f < rows.n_features(); ++f) {
        layout.symbolic.push_back(rows.symbolic(f));
        layout.categories[f].resize(rows.categories(f).size());
        std::iota(layout.categories[f].begin(), layout.categories[f].end(), 0);
    }
    return layout;
}

Frozen freeze(const ExactTree& exact, const Layout& layout, NodeId top) {
    return Freezer(exact, layout).freeze(top);
}

Frozen pruned(const Frozen& frozen) {
    const std::vector<bool> collapse = prune_description_length(frozen.tree, frozen.tests);
    Frozen result{collapsed(frozen.tree, collapse), {}};
    std::vector<std::size_t> order{0};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t node = order[i];
        result.tests.push_back(frozen.tests[node]);
        if (frozen.tree.is_leaf(node) || collapse[node]) continue;
        const auto first = static_cast<std::size_t>(frozen.tree.first_child[node]);
        order.insert(order.end(), {first, first + 1});
    }
    return result;
}

}  // namespace obliqua
