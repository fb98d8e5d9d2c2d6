// Minimal cost-complexity pruning: Breiman, Friedman, Olshen and Stone 1984, chapter 3;
// OC1's default (Murthy, Kasif and Salzberg 1994, section 3.3.2).
//
// R(T) is the training error, the share of weight not of its leaf's majority class. For each
// alpha one smallest subtree T(alpha) minimises R(T) + alpha * leaves(T). As alpha grows these
// are nested, T(0) to the root alone, and change at finitely many alphas, where the weakest
// link t is the node of least g(t) = (R(t) - R(T_t)) / (leaves(T_t) - 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

// The nested trees. Tree i is T(alpha) for alphas[i] <= alpha < alphas[i + 1]; alphas[0] is 0.
struct CostComplexityPath {
    std::vector<double> alphas;  // strictly increasing
    std::vector<double> errors;  // R of each tree
    std::vector<std::int32_t> n_leaves;
    // Per node, one more than the number of the tree in which it first is a leaf; 0 for leaves
    // of the whole tree and for nodes that vanish under another without becoming leaves.
    std::vector<std::int32_t> step;
};

CostComplexityPath cost_complexity_path(const Tree& tree);

// The number of the tree that is T(alpha), alpha >= 0.
std::size_t tree_at(const CostComplexityPath& path, double alpha);

// The nodes to collapse for T(alpha), alpha >= 0.
std::vector<bool> collapse_at(const CostComplexityPath& path, double alpha);

// The error, as a share of weight, of each tree of the path on a pruning set (see node_counts).
std::vector<double> held_out_errors(const Tree& tree, const CostComplexityPath& path,
                                    std::span<const double> held_out);

// The number of the smallest tree whose error is within `se` standard errors of the least;
// the standard error is that of the least error e on `n_rows` rows, sqrt(e (1 - e) / n_rows).
// Deviation: section 3.3.2 says "standard errors squared"; Breiman's rule, which it cites, and
// the usual sense of k-SE is standard errors.
std::size_t choose(std::span<const double> errors, double n_rows, double se);

// Path and choice in one; the nodes to collapse.
std::vector<bool> prune_cost_complexity(const Tree& tree, std::span<const double> held_out,
                                        double n_rows, double se);

// The alpha that stands for each tree in cross-validation: the geometric mean of the ends of its
// interval, infinity for the last (Breiman et al. 1984, section 3.4.2).
std::vector<double> typical_alphas(const CostComplexityPath& path);

}  // namespace obliqua
