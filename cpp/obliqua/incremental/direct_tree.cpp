#include "obliqua/incremental/direct_tree.hpp"

#include "obliqua/incremental/reviser.hpp"

namespace obliqua {
namespace {

std::int32_t feature_of(const Test& test) {
    const auto* axis = std::get_if<AxisTest>(&test);
    return axis != nullptr ? axis->term : std::get<EqualityTest>(test).feature;
}

class DirectInducer {
   public:
    DirectInducer(ExactLearner& learner, const Layout& layout, const DirectMetric& metric,
                  bool prune, Monitor& monitor)
        : tree_(learner.rows()),
          reviser_(tree_, learner.log()),
          layout_(layout),
          metric_(metric),
          prune_(prune),
          monitor_(monitor) {
        tree_.reset();
    }

    Tree run() {
        const auto rows = static_cast<double>(tree_.rows().weight());
        monitor_.expect(rows);
        reviser_.revise(tree_.root(), monitor_);
        const Frozen indirect = shown(tree_.root());
        std::vector<NodeId> open{tree_.root()};
        while (!open.empty()) {
            const NodeId node = open.back();
            open.pop_back();
            choose(node);
            const std::vector<NodeId>& children = tree_.node(node).children;
            open.insert(open.end(), children.begin(), children.end());
            if (children.empty()) {
                monitor_.advance(static_cast<double>(tree_.facts(node).weight));
            }
        }
        // Pruning can turn the order round, as a child that measures better has other bits.
        const Frozen direct = shown(tree_.root());
        const std::vector<bool> none(tree_.rows().n_features());
        return metric_(indirect, none) < metric_(direct, none) ? indirect.tree : direct.tree;
    }

   private:
    // Of equal measures the larger merit wins, then the smaller feature.
    struct Measured {
        double value;
        Choice choice;

        bool beats(const Measured& other) const {
            if (value != other.value) return value < other.value;
            return choice.merit > other.choice.merit;
        }
    };

    void choose(NodeId node) {
        // Where the indirect tree has a leaf, no test tells anything.
        if (tree_.node(node).is_leaf()) return;
        const std::vector<Choice> choices = reviser_.best_of_features(node);
        const std::int64_t tests = tree_.facts(node).tests;
        const std::vector<bool> paid = features_above(node);
        Measured best{};
        for (const Choice& choice : choices) {
            grow(node, choice, tests);
            const Measured measured{metric_(shown(node), paid), choice};
            if (!best.choice.found() || measured.beats(best)) best = measured;
        }
        if (!same_question(best.choice.test(), tree_.node(node).test)) {
            grow(node, best.choice, tests);
        }
    }

    void grow(NodeId node, const Choice& choice, std::int64_t tests) {
        reviser_.install(node, choice);
        tree_.facts(node).tests = tests;
        tree_.facts(node).stale = false;
        const std::vector<NodeId> children = tree_.node(node).children;
        for (const NodeId child : children) reviser_.revise(child, monitor_);
    }

    Frozen shown(NodeId node) const {
        Frozen frozen = freeze(tree_, layout_, node);
        return prune_ ? pruned(frozen) : frozen;
    }

    std::vector<bool> features_above(NodeId node) const {
        std::vector<bool> above(tree_.rows().n_features());
        for (NodeId up = tree_.node(node).parent; up != kNoNode; up = tree_.node(up).parent) {
            above[static_cast<std::size_t>(feature_of(tree_.node(up).test))] = true;
        }
        return above;
    }

    ExactTree tree_;
    Reviser reviser_;
    const Layout& layout_;
    const DirectMetric& metric_;
    bool prune_;
    Monitor& monitor_;
};

}  // namespace

Tree direct_tree(ExactLearner& learner, const Layout& layout, const DirectMetric& metric,
                 bool prune, Monitor& monitor) {
    return DirectInducer(learner, layout, metric, prune, monitor).run();
}

}  // namespace obliqua
