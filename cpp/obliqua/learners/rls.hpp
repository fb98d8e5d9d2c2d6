// Recursive least squares (Brodley and Utgoff 1995, section 3.1). With P0 = 10^6 I and W0 = 0 the
// recursion's weights after some cycles are those of one system of equations,
//     (cycles G + P0^-1) W = cycles X'y,
// G the Gram matrix of the pattern vectors: it is built once per node, and a term enters or leaves
// the solution by a sweep.
#pragma once

#include <string_view>
#include <vector>

#include "obliqua/learners/learner.hpp"
#include "obliqua/learners/sweep.hpp"

namespace obliqua {

struct RLSParams {
    static constexpr std::string_view name = "rls";

    std::size_t cycles = 3;
    double initial_variance = 1e6;  // the diagonal of P0

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("cycles", cycles);
        visit("initial_variance", initial_variance);
    }
};

// The equations of one node. The constant is the last unknown.
class NormalEquations {
   public:
    NormalEquations(const Examples& examples, const RLSParams& params);

    std::size_t n() const { return n_; }
    // For targets of +1 and -1 per class of those present.
    SweptSystem swept(const std::vector<double>& target_per_class) const;

   private:
    std::size_t n_;
    double least_;
    std::vector<double> m_;
    std::vector<std::vector<double>> sums_;  // per class present, cycles times X' of its examples
};

class RLSLearner final : public Learner {
   public:
    // Two groups, each of whole classes.
    RLSLearner(const Examples& examples, const Targets& targets, const RLSParams& params);

    Functions on(const Positions& terms) override;
    void settle(const Positions& terms) override;
    std::uint64_t considered() const override { return solved_; }

   private:
    // Toggles the terms in which the two sets differ.
    void move_to(const Positions& terms);

    SweptSystem system_;
    Positions here_;
    std::uint64_t solved_ = 0;
};

}  // namespace obliqua
