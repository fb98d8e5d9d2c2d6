#include "obliqua/pruners/description_length.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "obliqua/pruners/node_counts.hpp"
#include "obliqua/support/errors.hpp"
#include "obliqua/support/logarithm.hpp"

namespace obliqua {
namespace {

void require_tests(const Tree& tree, std::span<const double> possible_tests) {
    if (possible_tests.size() != tree.n_nodes()) {
        throw InvalidInput("possible_tests has " + std::to_string(possible_tests.size()) +
                           " entries for " + std::to_string(tree.n_nodes()) + " nodes");
    }
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.is_leaf(node) || possible_tests[node] >= 1.0) continue;
        throw InvalidInput("possible_tests[" + std::to_string(node) + "] must be at least 1");
    }
}

double leaf_bits(std::span<const double> counts, double errors) {
    const auto observed =
        counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), 0.0));
    if (observed == 0) return 1.0;
    const auto c = static_cast<double>(observed);
    const double bits = 1.0 + log2_portable(c);
    if (observed == 1 || errors <= 0.0) return bits;
    return bits + errors * (log2_portable(total(counts)) + log2_portable(c - 1.0));
}

// Bottom-up, with choose(node, bits as a leaf, bits as a test) giving the bits to count.
template <class Choose>
double root_bits(const Tree& tree, std::span<const double> possible_tests, const Choose& choose) {
    require_tests(tree, possible_tests);
    const std::vector<double> errors = leaf_errors(tree);
    std::vector<double> bits(tree.n_nodes());
    for (std::size_t node = tree.n_nodes(); node-- > 0;) {
        bits[node] = leaf_bits(tree.node_counts(node), errors[node]);
        if (tree.is_leaf(node)) continue;
        double as_test = 1.0 + log2_portable(possible_tests[node]);
        for (std::size_t i = first_child(tree, node); i < end_of_children(tree, node); ++i) {
            as_test += bits[i];
        }
        bits[node] = choose(node, bits[node], as_test);
    }
    return bits[0];
}

}  // namespace

std::vector<bool> prune_description_length(const Tree& tree,
                                           std::span<const double> possible_tests) {
    std::vector<bool> collapse(tree.n_nodes());
    root_bits(tree, possible_tests, [&](std::size_t node, double as_leaf, double as_test) {
        collapse[node] = as_leaf < as_test;
        return std::min(as_leaf, as_test);
    });
    return collapse;
}

double description_length(const Tree& tree, std::span<const double> possible_tests) {
    return root_bits(tree, possible_tests,
                     [](std::size_t, double, double as_test) { return as_test; });
}

}  // namespace obliqua
