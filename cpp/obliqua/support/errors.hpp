// Exceptions that the core throws at its entry points.
#pragma once

#include <stdexcept>
#include <string>

namespace obliqua {

// Input that a caller can mend; the message names the culprit and what would be valid.
class InvalidInput : public std::invalid_argument {
   public:
    using std::invalid_argument::invalid_argument;
};

}  // namespace obliqua
