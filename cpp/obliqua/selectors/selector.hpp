// What every selector is.
#pragma once

#include <optional>

#include "obliqua/selectors/trial.hpp"

namespace obliqua {

class Selector {
   public:
    virtual ~Selector() = default;
    // The best test on fewest terms that discriminates and is allowed; nothing if none is.
    virtual std::optional<Trial> best(TrialSource& source) const = 0;
};

}  // namespace obliqua
