// CART's elimination of terms that a linear combination can do without (Breiman and others 1984,
// chapter 5; Brodley and Utgoff 1995, section 4.5).
#pragma once

#include <cstddef>
#include <vector>

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/learners/linear_combination.hpp"

namespace obliqua {

// While leaving out the least important of the terms in `active` costs no more merit than `beta`
// times what leaving out the most important one costs, leaves it out. Costs are reckoned with the
// constant searched anew and the other weights as they are. What remains is in `active`; the
// weights of the rest are zero. Deviation: the text says "less than"; with beta 0 that keeps terms
// that cost nothing, which the sizes of its tables 16 to 18 exclude (decision 15).
void cart_discard(const TermValues& terms, StepSearch& steps, double beta,
                  LinearCombination& combination, std::vector<std::size_t>& active);

}  // namespace obliqua
