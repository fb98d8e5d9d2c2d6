// Random trees, tables and comparisons for the tests of trees, routes and pruners.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua::testing {

using Engine = std::mt19937_64;

inline std::size_t below(Engine& engine, std::size_t n) {
    return static_cast<std::size_t>(engine() % n);
}

inline double uniform(Engine& engine) { return static_cast<double>(engine() >> 11) * 0x1p-53; }

// Features 0..2 are numeric, 3 and 4 symbolic with four categories.
inline constexpr std::int32_t kNumeric = 3;
inline constexpr std::int32_t kFeatures = 5;
inline constexpr std::int32_t kCategories = 4;

struct Table {
    std::size_t n_rows;
    std::vector<double> numbers;      // row-major, three wide
    std::vector<std::int32_t> codes;  // row-major, two wide

    Columns columns() const {
        std::vector<Column> all(kFeatures);
        for (std::size_t j = 0; j < kFeatures; ++j) {
            if (j < kNumeric) {
                all[j] = {FeatureKind::numeric, numbers.data() + j, nullptr, kNumeric, 0};
            } else {
                all[j] = {FeatureKind::symbolic, nullptr, codes.data() + (j - kNumeric), 2,
                          kCategories};
            }
        }
        return Columns(n_rows, std::move(all));
    }
};

// Coarse values, so that cuts are hit exactly.
inline Table random_table(Engine& engine, std::size_t n_rows, double missing) {
    Table table{n_rows, {}, {}};
    for (std::size_t i = 0; i < n_rows * kNumeric; ++i) {
        const double value = std::floor(uniform(engine) * 16.0) / 8.0 - 1.0;
        table.numbers.push_back(uniform(engine) < missing ? std::nan("") : value);
    }
    for (std::size_t i = 0; i < n_rows * 2; ++i) {
        const auto code = static_cast<std::int32_t>(below(engine, kCategories));
        table.codes.push_back(uniform(engine) < missing ? kMissingCode : code);
    }
    return table;
}

// Every kind of term: features, squares, products, indicators.
inline Basis full_basis() {
    Basis basis;
    for (std::int32_t a = 0; a < kNumeric; ++a) basis.push_back({TermKind::feature, a, 0});
    for (std::int32_t a = 0; a < kNumeric; ++a) basis.push_back({TermKind::square, a, 0});
    basis.push_back({TermKind::product, 0, 1});
    basis.push_back({TermKind::product, 1, 2});
    basis.push_back({TermKind::indicator, 3, 1});
    basis.push_back({TermKind::indicator, 4, 0});
    return basis;
}

struct TreeRecipe {
    std::size_t n_splits = 10;
    std::int32_t n_classes = 3;
    bool axis_only = false;
    bool plain = false;  // terms are features only
    bool fractional = false;
};

inline double coarse(Engine& engine) { return std::floor(uniform(engine) * 16.0) / 8.0 - 1.0; }

inline std::vector<std::int32_t> some_terms(Engine& engine, const TreeRecipe& recipe) {
    const std::size_t n = recipe.plain ? kNumeric : full_basis().size();
    std::vector<std::int32_t> terms;
    for (std::size_t i = 0; i < n; ++i) {
        if (below(engine, 2) == 0) terms.push_back(static_cast<std::int32_t>(i));
    }
    if (terms.empty()) terms.push_back(static_cast<std::int32_t>(below(engine, n)));
    return terms;
}

inline std::vector<double> coarse_values(Engine& engine, std::size_t n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(coarse(engine));
    return values;
}

inline Test random_test(Engine& engine, const TreeRecipe& recipe) {
    const std::size_t kind = recipe.axis_only ? 0 : below(engine, recipe.plain ? 3 : 4);
    if (kind == 0) return AxisTest{some_terms(engine, recipe)[0], coarse(engine), coarse(engine)};
    if (kind == 1) {
        return EqualityTest{kNumeric + static_cast<std::int32_t>(below(engine, 2)),
                            static_cast<std::int32_t>(below(engine, kCategories)),
                            static_cast<std::int32_t>(below(engine, kCategories))};
    }
    const std::vector<std::int32_t> terms = some_terms(engine, recipe);
    if (kind == 2) {
        return LinearTest{terms, coarse_values(engine, terms.size()),
                          coarse_values(engine, terms.size()), coarse(engine)};
    }
    std::vector<std::int32_t> classes;
    for (std::int32_t c = 0; c < recipe.n_classes; ++c) {
        if (c < 2 || below(engine, 2) == 0) classes.push_back(c);
    }
    return MachineTest{terms, coarse_values(engine, terms.size()),
                       coarse_values(engine, terms.size() * classes.size()),
                       coarse_values(engine, classes.size()), classes};
}

// Small whole counts at the leaves (some of them zero), summed upwards.
inline void fill_counts(Engine& engine, GrowingTree& tree, std::int32_t n_classes) {
    std::vector<NodeId> order{tree.root()};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::vector<NodeId> children = tree[order[i]].children;
        order.insert(order.end(), children.begin(), children.end());
    }
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        Node& node = tree[*id];
        node.counts.assign(static_cast<std::size_t>(n_classes), 0.0);
        node.n_rows = 0;
        for (std::size_t c = 0; c < node.counts.size() && node.is_leaf(); ++c) {
            node.counts[c] = static_cast<double>(below(engine, 6));
            node.n_rows += static_cast<std::int64_t>(node.counts[c]);
        }
        for (const NodeId child : node.children) {
            for (std::size_t c = 0; c < node.counts.size(); ++c) {
                node.counts[c] += tree[child].counts[c];
            }
            node.n_rows += tree[child].n_rows;
        }
    }
}

inline GrowingTree random_growing_tree(Engine& engine, const TreeRecipe& recipe) {
    GrowingTree tree(std::vector<double>(static_cast<std::size_t>(recipe.n_classes), 0.0), 0);
    std::vector<NodeId> leaves{tree.root()};
    for (std::size_t i = 0; i < recipe.n_splits; ++i) {
        const std::size_t at = below(engine, leaves.size());
        const Test test = random_test(engine, recipe);
        const auto* machine = std::get_if<MachineTest>(&test);
        const std::size_t n_children = machine ? machine->classes.size() : 2;
        const bool fractional = recipe.fractional && below(engine, 2) == 0;
        const NodeId first = tree.split(
            leaves[at], test, fractional ? MissingRule::fractional : MissingRule::fill, n_children);
        tree[leaves[at]].merit = uniform(engine);
        leaves[at] = first;
        for (std::size_t j = 1; j < n_children; ++j) {
            leaves.push_back(first + static_cast<NodeId>(j));
        }
    }
    fill_counts(engine, tree, recipe.n_classes);
    return tree;
}

inline Tree random_tree(Engine& engine, const TreeRecipe& recipe) {
    return freeze(random_growing_tree(engine, recipe), full_basis(), kFeatures, recipe.n_classes);
}

inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

// Byte for byte, NaN included.
inline bool same(const Tree& a, const Tree& b) {
    return a.n_features == b.n_features && a.n_classes == b.n_classes && a.basis == b.basis &&
           a.kind == b.kind && a.missing == b.missing && a.parent == b.parent &&
           a.first_child == b.first_child && a.n_children == b.n_children &&
           a.term_begin == b.term_begin && a.weight_begin == b.weight_begin &&
           a.constant_begin == b.constant_begin && a.terms == b.terms && same(a.fills, b.fills) &&
           same(a.weights, b.weights) && same(a.constants, b.constants) && a.outputs == b.outputs &&
           same(a.counts, b.counts) && a.n_rows == b.n_rows && same(a.merit, b.merit) &&
           same(a.margin, b.margin);
}

}  // namespace obliqua::testing
