#include "obliqua/selectors/backward.hpp"

#include <algorithm>

namespace obliqua {

namespace {

Positions without(const Positions& terms, std::size_t place) {
    Positions others = terms;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    return others;
}

// Of equal ones the first is left out.
Trial removal_of_least_loss(TrialSource& source, const Trial& trial) {
    source.settle(trial);
    Trial best = source.on(without(trial.terms, 0));
    for (std::size_t place = 1; place < trial.terms.size(); ++place) {
        Trial next = source.on(without(trial.terms, place));
        if (rated(next) > rated(best)) best = std::move(next);
    }
    return best;
}

Trial removal_of_least_weight(TrialSource& source, const Trial& trial) {
    const auto least = std::min_element(trial.importance.begin(), trial.importance.end());
    source.settle(trial);
    return source.on(
        without(trial.terms, static_cast<std::size_t>(least - trial.importance.begin())));
}

template <class Removal>
std::optional<Trial> eliminate(TrialSource& source, const SearchRules& rules, Removal removal) {
    if (source.n_terms() == 0) return std::nullopt;
    BestTrial best(source, rules);
    Trial trial = on_every_term(source);
    best.offer(trial, true);
    while (trial.terms.size() >= 2) {
        trial = removal(source, trial);
        best.offer(trial, true);
        if (!best.goes_on(trial)) break;
    }
    return std::move(best).found();
}

}  // namespace

std::optional<Trial> SBESelector::best(TrialSource& source) const {
    return eliminate(source, rules_, removal_of_least_loss);
}

std::optional<Trial> DSBESelector::best(TrialSource& source) const {
    return eliminate(source, rules_, removal_of_least_weight);
}

}  // namespace obliqua
