#include "obliqua/tree/route.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "obliqua/data/finite.hpp"
#include "obliqua/support/errors.hpp"
#include "obliqua/support/threads.hpp"
#include "obliqua/tree/compiled.hpp"
#include "obliqua/tree/share_walker.hpp"

namespace obliqua {
namespace {

void require_kind(const Columns& columns, std::int32_t feature, FeatureKind wanted) {
    if (columns[static_cast<std::size_t>(feature)].kind == wanted) return;
    const bool numeric = wanted == FeatureKind::numeric;
    throw InvalidInput("feature " + std::to_string(feature) + " must be " +
                       (numeric ? "numeric" : "symbolic") + " for this tree, but the table's is " +
                       (numeric ? "symbolic" : "numeric"));
}

void leaf_distribution(const Tree& tree, std::size_t leaf, std::span<double> out) {
    std::size_t node = leaf;
    double total = weight_of(tree, node);
    while (total <= 0.0 && node > 0) {
        node = static_cast<std::size_t>(tree.parent[node]);
        total = weight_of(tree, node);
    }
    const std::span<const double> counts = tree.node_counts(node);
    for (std::size_t c = 0; c < out.size(); ++c) {
        out[c] = total > 0.0 ? counts[c] / total : 1.0 / static_cast<double>(out.size());
    }
}

std::int32_t largest(std::span<const double> values) {
    return static_cast<std::int32_t>(std::max_element(values.begin(), values.end()) -
                                     values.begin());
}

constexpr std::size_t kBlockRows = CompiledTree::kBlockRows;
constexpr std::size_t kTaskRows = 64 * kBlockRows;

// Routes the rows of a table block by block.
class Router {
   public:
    Router(const Tree& tree, const Columns& columns)
        : tree_(tree), columns_(columns), finite_(columns) {
        require_columns(tree, columns);
        // Compiling costs about as much per node as it saves in sixteen steps of a row.
        if (columns.n_rows() * 16 >= tree.n_nodes()) compiled_.emplace(tree, columns);
    }

    // The leaf of each row, or kSeveralLeaves.
    void route(std::size_t first_row, std::span<std::int32_t> leaves) const {
        if (compiled_) {
            compiled_->route(first_row, leaves);
            return;
        }
        for (std::size_t i = 0; i < leaves.size(); ++i) leaves[i] = leaf_of(first_row + i);
    }

    // Calls body(first_row, leaves, walker) for each block of rows, blocks on several threads.
    template <class Body>
    void for_blocks(std::size_t threads, Monitor& monitor, const Body& body) const {
        const std::size_t n_rows = columns_.n_rows();
        const std::size_t n_tasks = (n_rows + kTaskRows - 1) / kTaskRows;
        parallel_tasks(n_tasks, threads, [&](std::size_t task) {
            ShareWalker walker(tree_, columns_);
            std::array<std::int32_t, kBlockRows> leaves;
            const std::size_t end = std::min(n_rows, (task + 1) * kTaskRows);
            for (std::size_t row = task * kTaskRows; row < end; row += kBlockRows) {
                const std::span block(leaves.data(), std::min(kBlockRows, end - row));
                finite_.require(row, block.size());
                route(row, block);
                body(row, std::span<const std::int32_t>(block), walker);
                monitor.poll();
            }
        });
    }

   private:
    std::int32_t leaf_of(std::size_t row) const {
        std::size_t node = 0;
        while (!tree_.is_leaf(node)) {
            const int child = child_of(tree_.test(node), tree_.basis, columns_, row);
            if (child == kEveryChild) return CompiledTree::kSeveralLeaves;
            node = static_cast<std::size_t>(tree_.first_child[node] + child);
        }
        return static_cast<std::int32_t>(node);
    }

    const Tree& tree_;
    const Columns& columns_;
    FiniteCheck finite_;
    std::optional<CompiledTree> compiled_;
};

// The answers of leaves, computed once for all when there are enough rows to pay for it.
class Distributions {
   public:
    Distributions(const Tree& tree, std::size_t n_rows)
        : tree_(tree), k_(static_cast<std::size_t>(tree.n_classes)) {
        if (n_rows < tree.n_nodes()) return;
        all_.resize(tree.n_nodes() * k_);
        largest_.resize(tree.n_nodes());
        for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
            if (!tree.is_leaf(node)) continue;
            const std::span<double> out = std::span(all_).subspan(node * k_, k_);
            leaf_distribution(tree, node, out);
            largest_[node] = largest(out);
        }
    }

    void of_leaf(std::size_t leaf, std::span<double> out) const {
        if (all_.empty()) {
            leaf_distribution(tree_, leaf, out);
        } else {
            std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(leaf * k_), k_, out.begin());
        }
    }

    // `scratch` has room for the classes.
    std::int32_t class_of_leaf(std::size_t leaf, std::span<double> scratch) const {
        if (!largest_.empty()) return largest_[leaf];
        leaf_distribution(tree_, leaf, scratch);
        return largest(scratch);
    }

    // The shares' mean for a row of several leaves.
    void of_row(std::size_t row, ShareWalker& walker, std::span<double> out) const {
        const std::span<double> leaf_out = walker.scratch();
        std::fill(out.begin(), out.end(), 0.0);
        walker.walk(row, [&](std::size_t node, double share) {
            if (!tree_.is_leaf(node)) return;
            of_leaf(node, leaf_out);
            for (std::size_t c = 0; c < k_; ++c) out[c] += share * leaf_out[c];
        });
    }

   private:
    const Tree& tree_;
    std::size_t k_;
    std::vector<double> all_;
    std::vector<std::int32_t> largest_;
};

// Calls give(row, class) for every row, rows on several threads.
template <class Give>
void for_classes(const Tree& tree, const Columns& columns, std::size_t threads, Monitor& monitor,
                 const Give& give) {
    const Router router(tree, columns);
    const Distributions answers(tree, columns.n_rows());
    router.for_blocks(threads, monitor, [&](std::size_t first_row, auto block, auto& walker) {
        std::vector<double> shares(static_cast<std::size_t>(tree.n_classes));
        for (std::size_t i = 0; i < block.size(); ++i) {
            if (block[i] == CompiledTree::kSeveralLeaves) {
                answers.of_row(first_row + i, walker, shares);
                give(first_row + i, largest(shares));
            } else {
                give(first_row + i,
                     answers.class_of_leaf(static_cast<std::size_t>(block[i]), shares));
            }
        }
    });
}

std::size_t leaf_of_largest_share(const Tree& tree, std::size_t row, ShareWalker& walker) {
    std::size_t best = 0;
    double best_share = -1.0;
    walker.walk(row, [&](std::size_t node, double share) {
        if (!tree.is_leaf(node) || share < best_share) return;
        best = share > best_share ? node : std::min(best, node);
        best_share = share;
    });
    return best;
}

}  // namespace

void require_columns(const Tree& tree, const Columns& columns) {
    if (columns.n_features() != static_cast<std::size_t>(tree.n_features)) {
        throw InvalidInput("the table has " + std::to_string(columns.n_features()) +
                           " features, but the tree was grown from " +
                           std::to_string(tree.n_features));
    }
    for (const Term& term : tree.basis) {
        const bool indicator = term.kind == TermKind::indicator;
        require_kind(columns, term.a, indicator ? FeatureKind::symbolic : FeatureKind::numeric);
        if (term.kind == TermKind::product) require_kind(columns, term.b, FeatureKind::numeric);
    }
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (static_cast<TestKind>(tree.kind[node]) != TestKind::equality) continue;
        require_kind(columns, tree.test(node).terms[0], FeatureKind::symbolic);
    }
}

void apply(const Tree& tree, const Columns& columns, std::span<std::int32_t> leaves,
           std::size_t threads, Monitor& monitor) {
    const Router router(tree, columns);
    router.for_blocks(threads, monitor, [&](std::size_t first_row, auto block, auto& walker) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            std::int32_t leaf = block[i];
            if (leaf == CompiledTree::kSeveralLeaves) {
                leaf =
                    static_cast<std::int32_t>(leaf_of_largest_share(tree, first_row + i, walker));
            }
            leaves[first_row + i] = leaf;
        }
    });
}

void distributions(const Tree& tree, const Columns& columns, std::span<double> out,
                   std::size_t threads, Monitor& monitor) {
    const Router router(tree, columns);
    const Distributions answers(tree, columns.n_rows());
    const auto k = static_cast<std::size_t>(tree.n_classes);
    router.for_blocks(threads, monitor, [&](std::size_t first_row, auto block, auto& walker) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::span<double> row_out = out.subspan((first_row + i) * k, k);
            if (block[i] == CompiledTree::kSeveralLeaves) {
                answers.of_row(first_row + i, walker, row_out);
            } else {
                answers.of_leaf(static_cast<std::size_t>(block[i]), row_out);
            }
        }
    });
}

void classify(const Tree& tree, const Columns& columns, std::span<std::int32_t> classes,
              std::size_t threads, Monitor& monitor) {
    for_classes(tree, columns, threads, monitor,
                [&](std::size_t row, std::int32_t found) { classes[row] = found; });
}

void label(const Tree& tree, const Columns& columns, std::span<const std::int64_t> labels,
           std::span<std::int64_t> out, std::size_t threads, Monitor& monitor) {
    if (labels.size() != static_cast<std::size_t>(tree.n_classes)) {
        throw InvalidInput("labels must be one for each of the tree's " +
                           std::to_string(tree.n_classes) + " classes");
    }
    for_classes(tree, columns, threads, monitor, [&](std::size_t row, std::int32_t found) {
        out[row] = labels[static_cast<std::size_t>(found)];
    });
}

void visit_shares(
    const Tree& tree, const Columns& columns, std::size_t threads, Monitor& monitor,
    const std::function<void(std::size_t row, std::size_t leaf, double share)>& visit) {
    const Router router(tree, columns);
    std::vector<std::int32_t> leaves(columns.n_rows());
    router.for_blocks(threads, monitor, [&](std::size_t first_row, auto block, auto&) {
        std::copy(block.begin(), block.end(),
                  leaves.begin() + static_cast<std::ptrdiff_t>(first_row));
    });
    ShareWalker walker(tree, columns);
    for (std::size_t row = 0; row < leaves.size(); ++row) {
        if (leaves[row] != CompiledTree::kSeveralLeaves) {
            visit(row, static_cast<std::size_t>(leaves[row]), 1.0);
            continue;
        }
        walker.walk(row, [&](std::size_t node, double share) {
            if (tree.is_leaf(node)) visit(row, node, share);
        });
        monitor.poll();
    }
}

Paths paths(const Tree& tree, const Columns& columns, Monitor& monitor) {
    require_columns(tree, columns);
    FiniteCheck(columns).require(0, columns.n_rows());
    Paths result;
    result.begin.reserve(columns.n_rows() + 1);
    result.begin.push_back(0);
    ShareWalker walker(tree, columns);
    for (std::size_t row = 0; row < columns.n_rows(); ++row) {
        walker.walk(row, [&result](std::size_t node, double) {
            result.nodes.push_back(static_cast<std::int32_t>(node));
        });
        // One leaf's path increases by itself; several paths are interleaved.
        std::sort(result.nodes.begin() + static_cast<std::ptrdiff_t>(result.begin.back()),
                  result.nodes.end());
        result.begin.push_back(static_cast<std::int64_t>(result.nodes.size()));
        monitor.poll();
    }
    return result;
}

}  // namespace obliqua
