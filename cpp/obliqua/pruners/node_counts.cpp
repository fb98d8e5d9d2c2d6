#include "obliqua/pruners/node_counts.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

void require_labels(const Tree& tree, const Columns& columns, std::span<const ClassId> classes,
                    std::span<const double> weights) {
    const std::string rows = std::to_string(columns.n_rows());
    if (classes.size() != columns.n_rows()) {
        throw InvalidInput("there are " + std::to_string(classes.size()) + " classes for " + rows +
                           " rows");
    }
    if (!weights.empty() && weights.size() != columns.n_rows()) {
        throw InvalidInput("there are " + std::to_string(weights.size()) + " weights for " + rows +
                           " rows");
    }
    for (std::size_t row = 0; row < classes.size(); ++row) {
        if (classes[row] < tree.n_classes) continue;
        throw InvalidInput("row " + std::to_string(row) + " has class " +
                           std::to_string(classes[row]) + ", but the tree knows only 0 to " +
                           std::to_string(tree.n_classes - 1));
    }
}

}  // namespace

double total(std::span<const double> counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

std::vector<double> node_counts(const Tree& tree, const Columns& columns,
                                std::span<const ClassId> classes, std::span<const double> weights,
                                std::size_t threads, Monitor& monitor) {
    require_labels(tree, columns, classes, weights);
    const auto k = static_cast<std::size_t>(tree.n_classes);
    std::vector<double> counts(tree.n_nodes() * k, 0.0);
    visit_shares(tree, columns, threads, monitor,
                 [&](std::size_t row, std::size_t leaf, double share) {
                     const double weight = weights.empty() ? 1.0 : weights[row];
                     counts[leaf * k + classes[row]] += weight * share;
                 });
    for (std::size_t node = tree.n_nodes(); node-- > 1;) {
        const auto parent = static_cast<std::size_t>(tree.parent[node]);
        for (std::size_t c = 0; c < k; ++c) counts[parent * k + c] += counts[node * k + c];
    }
    return counts;
}

std::vector<std::int32_t> node_classes(const Tree& tree) {
    std::vector<std::int32_t> classes(tree.n_nodes(), 0);
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        const std::span<const double> counts = tree.node_counts(node);
        const auto largest = std::max_element(counts.begin(), counts.end());
        if (*largest > 0.0) {
            classes[node] = static_cast<std::int32_t>(largest - counts.begin());
        } else if (node > 0) {
            classes[node] = classes[static_cast<std::size_t>(tree.parent[node])];
        }
    }
    return classes;
}

std::vector<double> leaf_errors(const Tree& tree) { return leaf_errors(tree, tree.counts); }

std::vector<double> leaf_errors(const Tree& tree, std::span<const double> held_out) {
    const auto k = static_cast<std::size_t>(tree.n_classes);
    const std::vector<std::int32_t> classes = node_classes(tree);
    std::vector<double> errors(tree.n_nodes());
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        const std::span<const double> counts = held_out.subspan(node * k, k);
        const auto own = static_cast<std::size_t>(classes[node]);
        // The others are added up: a difference could leave a rounding error of no weight.
        errors[node] = total(counts.first(own)) + total(counts.subspan(own + 1));
    }
    return errors;
}

void require_held_out(const Tree& tree, std::span<const double> held_out) {
    const auto k = static_cast<std::size_t>(tree.n_classes);
    if (held_out.size() != tree.n_nodes() * k) {
        throw InvalidInput("held_out has " + std::to_string(held_out.size()) +
                           " counts; the tree needs " + std::to_string(tree.n_nodes() * k));
    }
    if (!(total(held_out.first(k)) > 0.0)) {
        throw InvalidInput("the pruning set holds no weight; give it at least one row");
    }
}

}  // namespace obliqua
