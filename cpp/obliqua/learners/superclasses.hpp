// Two superclasses for learners that tell two groups apart (Brodley and Utgoff 1995, section 2.3:
// subsets "by a partition-merit criterion"; how is left open there).
#pragma once

#include "obliqua/criteria/registry.hpp"
#include "obliqua/learners/learner.hpp"
#include "obliqua/learners/rls.hpp"

namespace obliqua {

// Two-means on the class means gives a start. Then one class after another changes sides where
// that raises the merit of the least-squares unit's partition, until none does.
Targets superclasses(const Examples& examples, const CriterionChoice& criterion,
                     std::size_t n_classes, const RLSParams& equations);

}  // namespace obliqua
