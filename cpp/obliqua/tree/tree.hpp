// The frozen tree: parallel arrays in breadth-first order, children contiguous, fixed widths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/tree/growing_tree.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

// Node i's slices: terms and fills [term_begin[i], term_begin[i+1]), weights
// [weight_begin[i], weight_begin[i+1]), constants and outputs [constant_begin[i],
// constant_begin[i+1]). `outputs` gives the class of each function of a machine and is 0
// elsewhere. Class counts of node i are counts[i*n_classes ...].
struct Tree {
    std::int32_t n_features = 0;
    std::int32_t n_classes = 0;
    Basis basis;

    std::vector<std::uint8_t> kind;
    std::vector<std::uint8_t> missing;
    std::vector<std::int32_t> parent;
    std::vector<std::int32_t> first_child;  // -1 for a leaf
    std::vector<std::int32_t> n_children;
    std::vector<std::int64_t> term_begin{0};
    std::vector<std::int64_t> weight_begin{0};
    std::vector<std::int64_t> constant_begin{0};
    std::vector<std::int32_t> terms;
    std::vector<double> fills;
    std::vector<double> weights;
    std::vector<double> constants;
    std::vector<std::int32_t> outputs;
    std::vector<double> counts;
    std::vector<std::int64_t> n_rows;
    std::vector<double> merit;
    std::vector<double> margin;

    std::size_t n_nodes() const { return kind.size(); }
    bool is_leaf(std::size_t node) const { return first_child[node] < 0; }
    TestView test(std::size_t node) const;
    std::span<const std::int32_t> test_outputs(std::size_t node) const;
    std::span<const double> node_counts(std::size_t node) const;
};

// A finished subtree that stands where `leaf` of a growing tree is. Frozen, it takes a third of the
// memory.
struct Graft {
    NodeId leaf = kNoNode;
    Tree tree;
};

struct GraftedTree {
    GrowingTree top;
    std::vector<Graft> grafts;
};

// Canonical form of a growing tree: equal trees freeze to equal arrays, whatever the order in
// which they were grown.
Tree freeze(const GrowingTree& tree, const Basis& basis, std::int32_t n_features,
            std::int32_t n_classes);
Tree freeze(const GraftedTree& tree, const Basis& basis, std::int32_t n_features,
            std::int32_t n_classes);
GrowingTree thaw(const Tree& tree);

// The tree in which every node marked in `collapse` has become a leaf.
Tree collapsed(const Tree& tree, const std::vector<bool>& collapse);

// Throws InvalidInput naming the array and position unless every index, count and length is
// sound; anything that passes can be routed and printed safely.
void validate(const Tree& tree);

}  // namespace obliqua
