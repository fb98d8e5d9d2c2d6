#include "obliqua/selectors/search.hpp"

#include <numeric>

namespace obliqua {

void BestTrial::offer(const Trial& trial, bool or_equal) {
    if (!trial.discriminates || !source_.allowed(trial.terms.size())) return;
    const bool better =
        !found_ || trial.rating > found_->rating || (or_equal && trial.rating == found_->rating);
    if (better) found_ = trial;
}

bool BestTrial::goes_on(const Trial& trial) const {
    return !found_ || trial.accuracy >= (1.0 - rules_.drop) * found_->accuracy;
}

Trial on_every_term(TrialSource& source) {
    Positions terms(source.n_terms());
    std::iota(terms.begin(), terms.end(), std::size_t{0});
    return source.on(terms);
}

Trial best_single(TrialSource& source) {
    Trial best = source.on({0});
    for (std::size_t term = 1; term < source.n_terms(); ++term) {
        Trial trial = source.on({term});
        if (rated(trial) > rated(best)) best = std::move(trial);
    }
    return best;
}

}  // namespace obliqua
