#include "obliqua/learners/cart_cycles.hpp"

#include <numeric>

namespace obliqua {

Functions CartCyclesLearner::on(const Positions& terms) {
    TermValues values;
    for (const std::size_t i : terms) values.push_back(examples_.column(i));
    CartLearner learner(values, examples_.n(), *steps_, rules_, monitor_);
    Positions all(terms.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    LinearCombination found = learner.learn(learner.best_single(), all);
    considered_ += learner.considered();
    found.weights.push_back(found.bias);
    return {1, std::move(found.weights)};
}

}  // namespace obliqua
