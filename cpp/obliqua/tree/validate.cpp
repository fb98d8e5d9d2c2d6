// Whatever comes from outside (a file, a pickle, another program) passes here before anything
// reads it by index.
#include <cmath>
#include <limits>
#include <string>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw InvalidInput("tree: " + what); }

[[noreturn]] void refuse(const char* array, std::size_t at, const std::string& problem) {
    refuse(std::string(array) + "[" + std::to_string(at) + "] " + problem);
}

template <class T>
void check_length(const char* array, const std::vector<T>& values, std::size_t wanted) {
    if (values.size() == wanted) return;
    refuse(std::string(array) + " has " + std::to_string(values.size()) + " entries, not " +
           std::to_string(wanted));
}

template <class T>
void check_between(const char* array, std::size_t at, T value, T low, T high) {
    if (value >= low && value <= high) return;
    refuse(array, at,
           "is " + std::to_string(value) + "; it must be from " + std::to_string(low) + " to " +
               std::to_string(high));
}

void check_finite(const char* array, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) refuse(array, i, "must be a finite number");
    }
}

// Slices start at zero, never run backwards and end with the pool.
void check_slices(const char* array, const std::vector<std::int64_t>& begin, std::size_t n_nodes,
                  std::size_t pool) {
    check_length(array, begin, n_nodes + 1);
    if (begin[0] != 0) refuse(array, 0, "must be 0");
    for (std::size_t i = 0; i < n_nodes; ++i) {
        if (begin[i + 1] < begin[i]) refuse(array, i + 1, "must not be below the one before it");
    }
    if (begin[n_nodes] != static_cast<std::int64_t>(pool)) {
        refuse(array, n_nodes, "must be " + std::to_string(pool) + ", the end of what it divides");
    }
}

void check_basis(const Tree& tree) {
    for (std::size_t i = 0; i < tree.basis.size(); ++i) {
        const Term& term = tree.basis[i];
        const std::int32_t last = tree.n_features - 1;
        check_between<int>("basis", i, static_cast<int>(term.kind), 0, 3);
        check_between("basis", i, term.a, 0, last);
        if (term.kind == TermKind::product) check_between("basis", i, term.b, 0, last);
        if (term.kind == TermKind::indicator && term.b < 0) {
            refuse("basis", i, "has a negative category");
        }
    }
}

void check_lengths(const Tree& tree) {
    const std::size_t n = tree.n_nodes();
    if (n == 0) refuse("kind is empty; a tree has at least one node");
    if (n > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
        refuse("kind has more entries than node ids");
    }
    if (tree.n_features < 0) refuse("n_features is negative");
    if (tree.n_classes < 1) refuse("n_classes must be at least 1");
    check_length("missing", tree.missing, n);
    check_length("parent", tree.parent, n);
    check_length("first_child", tree.first_child, n);
    check_length("n_children", tree.n_children, n);
    check_length("n_rows", tree.n_rows, n);
    check_length("merit", tree.merit, n);
    check_length("margin", tree.margin, n);
    check_length("counts", tree.counts, n * static_cast<std::size_t>(tree.n_classes));
    check_length("fills", tree.fills, tree.terms.size());
    check_length("outputs", tree.outputs, tree.constants.size());
    check_slices("term_begin", tree.term_begin, n, tree.terms.size());
    check_slices("weight_begin", tree.weight_begin, n, tree.weights.size());
    check_slices("constant_begin", tree.constant_begin, n, tree.constants.size());
}

// Children are handed out in the order of their parents, without gaps. That alone makes every
// node but the root the child of exactly one earlier node, so there can be no cycle.
void check_links(const Tree& tree) {
    const std::size_t n = tree.n_nodes();
    if (tree.parent[0] != kNoNode) refuse("parent", 0, "must be -1: node 0 is the root");
    std::size_t next = 1;
    for (std::size_t i = 0; i < n; ++i) {
        check_between<int>("kind", i, tree.kind[i], 0, static_cast<int>(TestKind::machine));
        check_between<int>("missing", i, tree.missing[i], 0,
                           static_cast<int>(MissingRule::fractional));
        if (tree.kind[i] == static_cast<std::uint8_t>(TestKind::leaf)) {
            if (tree.first_child[i] != kNoNode) refuse("first_child", i, "must be -1 for a leaf");
            if (tree.n_children[i] != 0) refuse("n_children", i, "must be 0 for a leaf");
            continue;
        }
        if (tree.n_children[i] < 2) refuse("n_children", i, "must be at least 2 for a test");
        if (next <= i || tree.first_child[i] != static_cast<std::int64_t>(next)) {
            refuse("first_child", i,
                   "is " + std::to_string(tree.first_child[i]) + ", not " + std::to_string(next) +
                       " as breadth-first order demands");
        }
        const auto n_children = static_cast<std::size_t>(tree.n_children[i]);
        if (n_children > n - next) refuse("n_children", i, "reaches beyond the last node");
        for (std::size_t child = next; child < next + n_children; ++child) {
            if (tree.parent[child] != static_cast<std::int64_t>(i)) {
                refuse("parent", child, "must be " + std::to_string(i));
            }
        }
        next += n_children;
    }
    if (next != n) refuse("parent", next, "names no node that has this one as a child");
}

void check_slice(const char* array, std::size_t node, std::size_t length, std::size_t wanted) {
    if (length == wanted) return;
    refuse(array, node,
           "opens a slice of " + std::to_string(length) + " entries; this node's kind needs " +
               std::to_string(wanted));
}

// The lengths of a node's slices must fit its kind.
void check_shape(const Tree& tree, std::size_t node) {
    const TestView test = tree.test(node);
    const auto n_children = static_cast<std::size_t>(tree.n_children[node]);
    const std::size_t n_terms = test.terms.size();
    std::size_t n_constants = 1;
    std::size_t n_weights = 0;
    switch (test.kind) {
        case TestKind::leaf:
            if (tree.missing[node] != 0) refuse("missing", node, "must be 0 for a leaf");
            check_slice("term_begin", node, n_terms, 0);
            n_constants = 0;
            break;
        case TestKind::axis:
        case TestKind::equality:
            check_slice("term_begin", node, n_terms, 1);
            break;
        case TestKind::linear:
            n_weights = n_terms;
            break;
        case TestKind::machine:
            n_constants = n_children;
            n_weights = n_children * n_terms;
            break;
    }
    check_slice("constant_begin", node, test.constants.size(), n_constants);
    check_slice("weight_begin", node, test.weights.size(), n_weights);
    if (test.kind == TestKind::leaf) return;
    if (n_terms == 0) refuse("term_begin", node, "opens an empty slice, but a test needs a term");
    if (test.kind != TestKind::machine && n_children != 2) {
        refuse("n_children", node, "must be 2 for this kind of test");
    }
}

void check_category(const char* array, std::size_t at, double value) {
    constexpr std::int32_t kLast = std::numeric_limits<std::int32_t>::max();
    if (value >= 0.0 && value <= kLast && value == std::floor(value)) return;
    refuse(array, at, "must be a category: a whole number from 0 to " + std::to_string(kLast));
}

void check_outputs(const Tree& tree, std::size_t node) {
    const auto begin = static_cast<std::size_t>(tree.constant_begin[node]);
    const std::span<const std::int32_t> outputs = tree.test_outputs(node);
    for (std::size_t j = 0; j < outputs.size(); ++j) {
        if (static_cast<TestKind>(tree.kind[node]) != TestKind::machine) {
            check_between("outputs", begin + j, outputs[j], 0, 0);
            continue;
        }
        check_between("outputs", begin + j, outputs[j], 0, tree.n_classes - 1);
        if (j > 0 && outputs[j] <= outputs[j - 1]) {
            refuse("outputs", begin + j, "must be greater than the one before it");
        }
    }
}

void check_test(const Tree& tree, std::size_t node) {
    check_shape(tree, node);
    check_outputs(tree, node);
    const TestView test = tree.test(node);
    const bool by_feature = test.kind == TestKind::equality;
    const auto n_terms =
        by_feature ? tree.n_features : static_cast<std::int32_t>(tree.basis.size());
    const auto first_term = static_cast<std::size_t>(tree.term_begin[node]);
    for (std::size_t i = 0; i < test.terms.size(); ++i) {
        check_between("terms", first_term + i, test.terms[i], 0, n_terms - 1);
    }
    if (by_feature) {
        check_category("fills", first_term, test.fills[0]);
        check_category("constants", static_cast<std::size_t>(tree.constant_begin[node]),
                       test.constants[0]);
    }
}

}  // namespace

void validate(const Tree& tree) {
    check_lengths(tree);
    check_basis(tree);
    check_links(tree);
    check_finite("fills", tree.fills);
    check_finite("weights", tree.weights);
    check_finite("constants", tree.constants);
    check_finite("counts", tree.counts);
    for (std::size_t i = 0; i < tree.counts.size(); ++i) {
        if (tree.counts[i] < 0.0) refuse("counts", i, "must not be negative");
    }
    for (std::size_t i = 0; i < tree.n_nodes(); ++i) {
        if (tree.n_rows[i] < 0) refuse("n_rows", i, "must not be negative");
        check_test(tree, i);
    }
}

}  // namespace obliqua
