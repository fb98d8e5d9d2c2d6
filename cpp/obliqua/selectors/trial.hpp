// What selectors search through: tests on sets of terms (Brodley and Utgoff 1995, section 2.5).
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "obliqua/learners/functions.hpp"

namespace obliqua {

// A test on some terms, and what it makes of a node's rows.
struct Trial {
    Positions terms;
    std::vector<double> importance;  // of each term, by its weights (section 4.3)
    double rating = -std::numeric_limits<double>::infinity();  // merit, less what the terms cost
    double accuracy = 0.0;       // the share of the rows that are in their child's commonest class
    bool discriminates = false;  // whether at least two children get rows
    Functions functions;         // of the test
};

// Of tests that do not discriminate none is better than another.
inline double rated(const Trial& trial) {
    return trial.discriminates ? trial.rating : -std::numeric_limits<double>::infinity();
}

// Where tests come from, at one node.
class TrialSource {
   public:
    virtual ~TrialSource() = default;
    virtual std::size_t n_terms() const = 0;
    // Whether a test on so many terms would not underfit, nor be larger than is wanted.
    virtual bool allowed(std::size_t n_terms) const = 0;
    virtual Trial on(const Positions& terms) = 0;
    // Sets of terms that differ from this trial's in a single term will be asked next.
    virtual void settle(const Trial&) {}
    // The trial's test without the term at a place in `terms`: the other weights stay as they are
    // and a constant, where there is one, is set anew.
    virtual Trial omitting(const Trial& trial, std::size_t place) = 0;
};

}  // namespace obliqua
