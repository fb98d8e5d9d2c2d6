// SADT's splitter: all coefficients of one hyperplane are shaken at once and the move is taken or
// refused by simulated annealing (Heath, Kasif and Salzberg 1993, as Murthy, Kasif and Salzberg
// 1994, section 2, describe it).
#pragma once

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/random/counter_rng.hpp"
#include "obliqua/splitters/coefficient_search.hpp"
#include "obliqua/splitters/node_matrix.hpp"
#include "obliqua/splitters/oblique.hpp"

namespace obliqua {

struct AnnealingRules {
    double temperature = 1.0;  // in units of the criterion
    double cooling = 0.999;    // per perturbation
    double step = 0.1;         // of the largest coefficient
    std::size_t unproductive = 10000;
};

struct SADTParams : ObliqueParams, AnnealingRules {
    static constexpr std::string_view name = "sadt";

    template <class Visitor>
    void fields(Visitor&& visit) {
        ObliqueParams::fields(visit);
        visit("temperature", temperature);
        visit("cooling", cooling);
        visit("step", step);
        visit("unproductive", unproductive);
    }
};

// One hyperplane that is shaken while it cools down.
class Annealing {
   public:
    Annealing(const NodeMatrix& matrix, StepSearch& steps, const AnnealingRules& rules,
              CounterRng rng, Monitor& monitor, HyperplaneTrace* trace)
        : matrix_(matrix),
          steps_(steps),
          rules_(rules),
          rng_(rng),
          monitor_(monitor),
          trace_(trace) {}

    // The best hyperplane that was seen until `unproductive` perturbations in a row saw no better.
    Hyperplane run();
    std::uint64_t considered() const { return considered_; }

   private:
    Hyperplane start() const;
    void shake(Hyperplane& trial);
    bool taken(double merit, double instead);

    const NodeMatrix& matrix_;
    StepSearch& steps_;
    AnnealingRules rules_;
    CounterRng rng_;
    Monitor& monitor_;
    HyperplaneTrace* trace_;
    double temperature_ = 0.0;
    std::uint64_t considered_ = 0;
};

class SADTSplitter final : public ObliqueSplitter {
   public:
    SADTSplitter(const Training& training, const SplitSettings& settings, const SADTParams& params,
                 std::size_t threads, Monitor& monitor)
        : ObliqueSplitter(training, settings, params, threads, monitor), params_(params) {}

   private:
    std::optional<Split> best_oblique(const NodeRows& node, const std::optional<Split>& axis,
                                      const StreamKey& key, std::size_t threads) const override;

    SADTParams params_;
};

}  // namespace obliqua
