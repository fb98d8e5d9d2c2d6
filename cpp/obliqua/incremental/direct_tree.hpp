// DMTI: direct metric tree induction (Utgoff 1995, TR 95-18, section 4.1).
#pragma once

#include "obliqua/incremental/direct_metric.hpp"
#include "obliqua/incremental/exact_learner.hpp"

namespace obliqua {

// From the top down, each feature's best test is installed in turn, the gain-ratio tree grown
// below, and the whole measured, pruned first if `prune`; the smallest measure wins.
Tree direct_tree(ExactLearner& learner, const Layout& layout, const DirectMetric& metric,
                 bool prune, Monitor& monitor);

}  // namespace obliqua
