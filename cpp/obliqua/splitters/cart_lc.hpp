// CART-LC's splitter (Breiman and others 1984, chapter 5; Murthy, Kasif and Salzberg 1994, figure
// 4): the better of the best univariate test and a linear combination found by coordinate cycles.
#pragma once

#include "obliqua/learners/cart.hpp"
#include "obliqua/splitters/node_matrix.hpp"
#include "obliqua/splitters/oblique.hpp"

namespace obliqua {

struct CartLCParams : ObliqueParams {
    static constexpr std::string_view name = "cart-lc";

    bool discard = true;  // whether terms are eliminated
    double beta = 0.2;    // as far as this allows
    double epsilon = 0.0;
    std::size_t max_cycles = 100;

    template <class Visitor>
    void fields(Visitor&& visit) {
        ObliqueParams::fields(visit);
        visit("discard", discard);
        visit("beta", beta);
        visit("epsilon", epsilon);
        visit("max_cycles", max_cycles);
    }
};

class CartLCSplitter final : public ObliqueSplitter {
   public:
    CartLCSplitter(const Training& training, const SplitSettings& settings,
                   const CartLCParams& params, std::size_t threads, Monitor& monitor)
        : ObliqueSplitter(training, settings, params, threads, monitor), params_(params) {}

   private:
    std::optional<Split> best_oblique(const NodeRows& node, const std::optional<Split>& axis,
                                      const StreamKey& key, std::size_t threads) const override;
    LinearCombination search(const NodeMatrix& matrix, const StreamKey& key) const;

    CartLCParams params_;
};

}  // namespace obliqua
