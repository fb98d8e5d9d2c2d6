#include "obliqua/grow/grow.hpp"

#include <algorithm>
#include <iterator>

#include "obliqua/grow/work.hpp"
#include "obliqua/support/memory.hpp"
#include "obliqua/support/threads.hpp"

namespace obliqua {

namespace {

// Subtrees this many times smaller than a thread's part of the rows are handed out whole; larger
// nodes are split one after another with all threads inside.
constexpr std::size_t kPartsPerThread = 8;
// One thread grows subtrees apart too, because finished ones are kept frozen, which saves memory;
// trees of fewer rows are not worth it.
constexpr std::size_t kRowsWorthFreezing = 20'000;

bool pure(const std::vector<double>& counts) {
    return std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0.0; }) <= 1;
}

class Grower {
   public:
    Grower(const Training& training, const Splitter& splitter, const GrowSettings& settings,
           Monitor& monitor)
        : training_(training), splitter_(splitter), settings_(settings), monitor_(monitor) {}

    GraftedTree all() {
        Work root = root_work();
        GraftedTree tree{GrowingTree(root.counts, static_cast<std::int64_t>(root.rows.size())), {}};
        monitor_.expect(static_cast<double>(root.rows.size()));
        if (settings_.stopping.max_leaf_nodes > 0) {
            best_first(tree.top, std::move(root));
        } else {
            tree.grafts = depth_first(tree.top, std::move(root));
        }
        return tree;
    }

   private:
    Work root_work() const {
        Work root;
        root.node = 0;
        root.key.seed = settings_.seed;
        root.rows.assign(training_.rows.begin(), training_.rows.end());
        if (settings_.missing == MissingRule::fractional) root.shares.assign(root.rows.size(), 1.0);
        root.counts = count_classes(training_, root.rows, root.shares);
        return root;
    }

    bool may_split(const Work& work) const {
        const StoppingRules& stopping = settings_.stopping;
        const auto least =
            static_cast<double>(std::max<std::size_t>(2, stopping.min_samples_split));
        return work.n_rows() >= least - kShareRounding &&
               (stopping.max_depth == 0 || work.depth < stopping.max_depth) && !pure(work.counts);
    }

    std::optional<Split> find(const Work& work, std::size_t threads) const {
        monitor_.poll();
        if (!may_split(work)) return std::nullopt;
        return splitter_.best(work.view(), work.key, threads);
    }

    // Puts the test into the tree and returns the children's work; nothing when the test leaves a
    // child without rows, which only a splitter's rounding could bring about.
    std::vector<Work> install(GrowingTree& tree, Work& work, Split split) const {
        std::vector<Work> children =
            deal(training_, work, split.test, settings_.missing, split.n_children);
        const auto empty = [](const Work& child) { return child.rows.empty(); };
        if (split.n_children == 2 && std::any_of(children.begin(), children.end(), empty))
            return {};
        const NodeId first =
            tree.split(work.node, std::move(split.test), settings_.missing, split.n_children);
        tree[work.node].merit = split.merit;
        tree[work.node].margin = split.margin;
        for (std::size_t c = 0; c < children.size(); ++c) {
            children[c].node = first + static_cast<NodeId>(c);
            tree[children[c].node].counts = children[c].counts;
            tree[children[c].node].n_rows = static_cast<std::int64_t>(children[c].rows.size());
        }
        release(work.rows);
        release(work.shares);
        return children;
    }

    void settle(const Work& leaf) const { monitor_.advance(static_cast<double>(leaf.rows.size())); }

    std::vector<Graft> depth_first(GrowingTree& tree, Work root) const {
        const std::size_t apart = rows_of_parts(root.rows.size());
        std::vector<Work> open;
        std::vector<Work> parts;
        open.push_back(std::move(root));
        while (!open.empty()) {
            Work work = std::move(open.back());
            open.pop_back();
            if (work.rows.size() <= apart) {
                parts.push_back(std::move(work));
                continue;
            }
            step(tree, work, settings_.threads, open);
        }
        return grow_apart(parts);
    }

    // Subtrees of no more rows are grown apart.
    std::size_t rows_of_parts(std::size_t n_rows) const {
        if (settings_.threads == 1 && n_rows < kRowsWorthFreezing) return 0;
        return n_rows / (settings_.threads * kPartsPerThread);
    }

    void step(GrowingTree& tree, Work& work, std::size_t threads, std::vector<Work>& open) const {
        if (std::optional<Split> split = find(work, threads)) {
            std::vector<Work> children = install(tree, work, std::move(*split));
            std::move(children.rbegin(), children.rend(), std::back_inserter(open));
            if (!children.empty()) return;
        }
        settle(work);
    }

    // Each subtree in a tree of its own, by whichever thread is free.
    std::vector<Graft> grow_apart(std::vector<Work>& works) const {
        std::vector<Graft> grown(works.size());
        const auto n_features = static_cast<std::int32_t>(training_.columns->n_features());
        const auto n_classes = static_cast<std::int32_t>(training_.n_classes);
        parallel_tasks(works.size(), settings_.threads, [&](std::size_t task) {
            Work root = std::move(works[task]);
            GrowingTree tree(root.counts, static_cast<std::int64_t>(root.rows.size()));
            grown[task].leaf = root.node;
            root.node = tree.root();
            std::vector<Work> open;
            open.push_back(std::move(root));
            while (!open.empty()) {
                Work work = std::move(open.back());
                open.pop_back();
                step(tree, work, 1, open);
            }
            grown[task].tree = freeze(tree, {}, n_features, n_classes);
        });
        return grown;
    }

    struct Open {
        Work work;
        Split split;
        double gain;
        std::size_t order;

        bool operator<(const Open& other) const {
            return gain != other.gain ? gain < other.gain : order > other.order;
        }
    };

    // The leaf whose test improves most, by merit times weight, is split first.
    void best_first(GrowingTree& tree, Work root) const {
        std::vector<Open> open;  // a heap
        std::size_t order = 0;
        const auto offer = [&](Work work) {
            std::optional<Split> split = find(work, settings_.threads);
            if (!split) {
                settle(work);
                return;
            }
            double weight = 0.0;
            for (const double count : work.counts) weight += count;
            const double gain = split->merit * weight;
            open.push_back({std::move(work), std::move(*split), gain, order++});
            std::push_heap(open.begin(), open.end());
        };
        offer(std::move(root));
        std::size_t leaves = 1;
        while (!open.empty() && leaves < settings_.stopping.max_leaf_nodes) {
            std::pop_heap(open.begin(), open.end());
            Open best = std::move(open.back());
            open.pop_back();
            if (leaves + best.split.n_children - 1 > settings_.stopping.max_leaf_nodes) continue;
            std::vector<Work> children = install(tree, best.work, std::move(best.split));
            if (children.empty()) continue;
            leaves += children.size() - 1;
            for (Work& child : children) offer(std::move(child));
        }
    }

    const Training& training_;
    const Splitter& splitter_;
    const GrowSettings& settings_;
    Monitor& monitor_;
};

}  // namespace

GraftedTree grow(const Training& training, const Splitter& splitter, const GrowSettings& settings,
                 Monitor& monitor) {
    return Grower(training, splitter, settings, monitor).all();
}

}  // namespace obliqua
