#include "obliqua/selectors/hss.hpp"

#include "obliqua/selectors/backward.hpp"
#include "obliqua/selectors/sfs.hpp"

namespace obliqua {

std::optional<Trial> HSSSelector::best(TrialSource& source) const {
    if (source.n_terms() == 0) return std::nullopt;
    if (rated(best_single(source)) > rated(on_every_term(source))) {
        return SFSSelector(rules_).best(source);
    }
    return SBESelector(rules_).best(source);
}

}  // namespace obliqua
