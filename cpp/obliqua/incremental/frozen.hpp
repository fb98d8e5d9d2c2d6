// The exact tree in the canonical form that the user sees: classes and categories in sorted
// order, virtual pruning (001, section 3.3) applied or not.
#pragma once

#include <cstdint>
#include <vector>

#include "obliqua/incremental/exact_tree.hpp"
#include "obliqua/tree/tree.hpp"

namespace obliqua {

// Where the store's own numbers go: the place of each class and of each feature's categories
// among those that the user sees.
struct Layout {
    std::vector<std::int32_t> classes;
    std::int32_t n_classes = 0;
    std::vector<std::vector<std::int32_t>> categories;
    std::vector<bool> symbolic = {};  // per feature; one that no row knows is shown as numeric
};

// The same with the store's own numbers for categories, and its kinds, for tables of its rows.
Layout for_own_rows(const RowStore& rows, Layout layout);

// The tree below `top`, and for every node of it the number of tests it could choose from.
struct Frozen {
    Tree tree;
    std::vector<double> tests;
};

Frozen freeze(const ExactTree& exact, const Layout& layout, NodeId top);

// Pruned by description length.
Frozen pruned(const Frozen& frozen);

}  // namespace obliqua
