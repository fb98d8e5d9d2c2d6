// Learning only the rows that the tree gets wrong (001, section 3.5.2).
#pragma once

#include <vector>

#include "obliqua/incremental/exact_learner.hpp"

namespace obliqua {

struct Correction {
    bool prune = false;
    bool pool = false;  // go through the rows until none of those left is wrong; else once
};

// Which rows were learned. Classes in `layout` are those that the user sees; its categories are
// not looked at. What throws leaves the learner's rows as they were.
std::vector<bool> correct(ExactLearner& learner, const NewRows& rows, const Layout& layout,
                          const Correction& how, Monitor& monitor);

}  // namespace obliqua
