#include "obliqua/selectors/discard.hpp"

#include <algorithm>

namespace obliqua {

namespace {

// Without any test all merit is lost.
double worth(const Trial& trial) { return trial.discriminates ? trial.rating : 0.0; }

}  // namespace

std::optional<Trial> DiscardSelector::best(TrialSource& source) const {
    if (source.n_terms() == 0) return std::nullopt;
    Trial trial = on_every_term(source);
    const std::size_t all = trial.terms.size();
    while (trial.terms.size() >= 2) {
        Trial best = source.omitting(trial, 0);
        double least = worth(best);
        for (std::size_t place = 1; place < trial.terms.size(); ++place) {
            Trial next = source.omitting(trial, place);
            least = std::min(least, worth(next));
            if (worth(next) > worth(best)) best = std::move(next);
        }
        const bool cheap = worth(trial) - worth(best) < params_.beta * (worth(trial) - least);
        // Section 2.5: a test that would underfit must lose terms at any price.
        if (!cheap && source.allowed(trial.terms.size())) break;
        trial = std::move(best);
    }
    if (trial.terms.size() < all) trial = source.on(trial.terms);
    if (!trial.discriminates || !source.allowed(trial.terms.size())) return std::nullopt;
    return trial;
}

}  // namespace obliqua
