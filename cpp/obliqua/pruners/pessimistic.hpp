// Error-based pruning: Quinlan 1993, "C4.5: Programs for Machine Learning", chapter 4, as its
// release 8 computes it.
//
// The errors of a leaf are predicted as its training errors plus a correction, the upper
// confidence limit of the binomial. A node becomes a leaf when its predicted errors as a leaf
// exceed those of its branches by no more than a tenth.
// Deviation: only subtrees are replaced by leaves; raising the largest branch, which routes the
// training rows anew, is left out.
#pragma once

#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

// What is added to `errors` training errors among `cases`, for a confidence in (0, 1]: C4.5's
// AddErrs. Exact for no errors, linear up to one, and from there the limit by the normal
// approximation with continuity correction, its deviate interpolated in C4.5's own table.
double added_errors(double cases, double errors, double confidence);

// The nodes to collapse.
std::vector<bool> prune_pessimistic(const Tree& tree, double confidence);

}  // namespace obliqua
