#include "obliqua/selectors/sfs.hpp"

#include <algorithm>

namespace obliqua {

namespace {

Trial best_addition(TrialSource& source, const Trial& trial) {
    source.settle(trial);
    std::optional<Trial> best;
    for (std::size_t term = 0; term < source.n_terms(); ++term) {
        const auto at = std::lower_bound(trial.terms.begin(), trial.terms.end(), term);
        if (at != trial.terms.end() && *at == term) continue;
        Positions terms = trial.terms;
        terms.insert(terms.begin() + (at - trial.terms.begin()), term);
        Trial next = source.on(terms);
        if (!best || rated(next) > rated(*best)) best = std::move(next);
    }
    return std::move(*best);
}

}  // namespace

std::optional<Trial> SFSSelector::best(TrialSource& source) const {
    if (source.n_terms() == 0) return std::nullopt;
    BestTrial best(source, rules_);
    Trial trial = best_single(source);
    best.offer(trial, false);
    while (trial.terms.size() < source.n_terms() && source.allowed(trial.terms.size() + 1)) {
        trial = best_addition(source, trial);
        best.offer(trial, false);
        if (!best.goes_on(trial)) break;
    }
    return std::move(best).found();
}

}  // namespace obliqua
