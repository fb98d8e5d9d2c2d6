// Merit of a partition into any number of children, as a linear machine makes them. Of two it is
// the criterion's own.
#pragma once

#include <vector>

#include "obliqua/criteria/registry.hpp"

namespace obliqua {

// `children` holds the class counts of one child after another, `k` of each. Children without
// weight do not count; of fewer than two others the merit is zero.
//
// Criteria that weigh what is left after the split extend as they are. Every other is the mean, by
// weight, of its merit of each child against all others together.
double merit_of_children(const CriterionChoice& criterion, const std::vector<double>& children,
                         std::size_t k);

}  // namespace obliqua
