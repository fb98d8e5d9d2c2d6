// What selectors and splitters ask of every learner.
#pragma once

#include <cstdint>
#include <vector>

#include "obliqua/learners/examples.hpp"
#include "obliqua/learners/functions.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

// The group that each example belongs to: its class among those present, or one of two
// superclasses.
struct Targets {
    std::vector<std::uint16_t> of;
    std::size_t n = 2;
};

// Learns at one node.
class Learner {
   public:
    virtual ~Learner() = default;
    // For two groups one function, positive for the second; for more one per group.
    virtual Functions on(const Positions& terms) = 0;
    // Sets of terms that differ from this one in a single term will be asked next.
    virtual void settle(const Positions&) {}
    // Functions gone through so far.
    virtual std::uint64_t considered() const = 0;
};

}  // namespace obliqua
