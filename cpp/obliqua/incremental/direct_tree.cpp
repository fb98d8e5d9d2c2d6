#include "obliqua/incremental/direct_tree.hpp"

#include <utility>

#include "obliqua/incremental/reviser.hpp"

namespace obliqua {
namespace {

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
        Frozen frozen = freeze(tree_, layout_, tree_.root());
        return prune_ ? pruned(frozen).tree : std::move(frozen.tree);
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
        const std::vector<Choice> choices = reviser_.best_of_features(node);
        if (choices.empty()) return;
        const std::int64_t tests = tree_.facts(node).tests;
        Measured best{};
        for (const Choice& choice : choices) {
            grow(node, choice, tests);
            const Measured measured{measure(node), choice};
            if (!best.choice.found() || measured.beats(best)) best = measured;
        }
        if (!best.choice.installed(tree_.node(node).test)) grow(node, best.choice, tests);
    }

    void grow(NodeId node, const Choice& choice, std::int64_t tests) {
        reviser_.install(node, choice);
        tree_.facts(node).tests = tests;
        tree_.facts(node).stale = false;
        const std::vector<NodeId> children = tree_.node(node).children;
        for (const NodeId child : children) reviser_.revise(child, monitor_);
    }

    double measure(NodeId node) const {
        const Frozen frozen = freeze(tree_, layout_, node);
        return metric_(prune_ ? pruned(frozen) : frozen);
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
