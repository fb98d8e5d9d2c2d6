// The order in which examples are presented to learners that see one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/random/counter_rng.hpp"

namespace obliqua {

// Each pass presents as many examples as there are, in random order, each as often as its share of
// the weight: by systematic sampling, so that where all weigh the same each comes once. Passes are
// drawn when they are first asked for and kept, as all trainings at a node see the same ones.
class Passes {
   public:
    Passes(std::span<const double> weights, const StreamKey& key);

    std::span<const std::uint32_t> pass(std::size_t i);

   private:
    void draw();

    std::vector<double> until_;  // for each example: how much of a pass it and those before it take
    CounterRng rng_;
    std::vector<std::uint32_t> drawn_;
};

}  // namespace obliqua
