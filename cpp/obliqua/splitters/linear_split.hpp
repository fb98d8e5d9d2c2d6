// From a scaled hyperplane found on some of a node's rows to the test that the tree stores.
#pragma once

#include <optional>
#include <span>

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/splitters/coefficient_search.hpp"
#include "obliqua/splitters/node_matrix.hpp"
#include "obliqua/splitters/splitter.hpp"

namespace obliqua {

// Drops every term without which the hyperplane, its constant set anew, is no worse: backward
// elimination without loss, the smallest scaled weight first.
void drop_idle_terms(const NodeMatrix& matrix, StepSearch& steps, Hyperplane& hyperplane);

// The test in the user's units, its constant set exactly by the rows it was learnt from, its merit
// counted on all of the node's rows by the rule that routes them. A single term gives an axis test.
// Nothing when the rows all end on one side.
std::optional<Split> split_by(const Training& training, const SplitSettings& settings,
                              const NodeRows& node, LinearTest test,
                              std::span<const RowIndex> learnt_from);
std::optional<Split> split_by(const Training& training, const SplitSettings& settings,
                              const NodeRows& node, LinearTest test);

}  // namespace obliqua
