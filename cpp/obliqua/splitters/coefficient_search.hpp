// OC1's search for one hyperplane: coefficients are perturbed one at a time until none improves,
// then random directions are tried (Murthy, Kasif and Salzberg 1994, figures 6 and 8).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/random/counter_rng.hpp"
#include "obliqua/splitters/node_matrix.hpp"

namespace obliqua {

enum class PerturbationOrder : std::uint8_t { sequential, best, random };

// Throws InvalidInput listing the names when there is no such order.
PerturbationOrder order_named(const std::string& name);

struct ClimbRules {
    std::size_t jumps = 5;
    PerturbationOrder order = PerturbationOrder::sequential;
    std::size_t random_steps = 50;
    double stagnation = 1.0;
    double least_gain = 0.0;  // share by which a move must improve where merits are not counted
};

struct Hyperplane {
    std::vector<double> weights;  // one per column of the node's matrix
    double merit = 0.0;
};

// Sees every hyperplane that a search moves to.
using HyperplaneTrace = std::vector<Hyperplane>;

class CoefficientSearch {
   public:
    CoefficientSearch(const NodeMatrix& matrix, StepSearch& steps, const ClimbRules& rules,
                      CounterRng rng, HyperplaneTrace* trace)
        : matrix_(matrix), steps_(steps), rules_(rules), rng_(rng), trace_(trace) {}

    // From `start` to a local optimum that `jumps` random directions do not leave.
    Hyperplane climb(std::vector<double> start);
    // A start through a random row, coefficients uniform in [-1, 1].
    std::vector<double> random_start();

    // Hyperplanes considered so far: one per perturbation and per jump.
    std::uint64_t considered() const { return considered_; }

   private:
    bool sweep();
    bool sweep_best();
    bool sweep_random();
    bool perturb(std::size_t column);
    bool jump();
    void move(std::span<const double> slopes, const Step& step);
    double floor() const { return here_.merit * (1.0 + rules_.least_gain); }
    MovingLength along(std::size_t column) const;
    void note();

    const NodeMatrix& matrix_;
    StepSearch& steps_;
    ClimbRules rules_;
    CounterRng rng_;
    HyperplaneTrace* trace_;
    Hyperplane here_;
    std::vector<double> values_;
    double square_ = 0.0;  // of the normal's length
    double move_chance_ = 1.0;
    std::uint64_t moves_ = 0;
    std::vector<std::uint64_t> settled_;  // by column: the move after which it was found the best
    std::uint64_t considered_ = 0;
};

}  // namespace obliqua
