// The best cut so far among many terms, and the order that breaks ties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace obliqua {

// Left are the codes below `code`, and within `code` the values up to `value`. Of equal merits
// the smallest term wins, then the smallest cut (DESIGN section 6).
struct Candidate {
    double merit = -std::numeric_limits<double>::infinity();
    std::size_t term = std::numeric_limits<std::size_t>::max();
    std::uint32_t code = 0;
    double value = 0.0;

    bool found() const { return term != std::numeric_limits<std::size_t>::max(); }

    bool precedes(const Candidate& other) const {
        if (term != other.term) return term < other.term;
        if (code != other.code) return code < other.code;
        return value < other.value;
    }

    void improve(const Candidate& other) {
        if (other.merit < merit) return;
        if (other.merit > merit || other.precedes(*this)) *this = other;
    }

    // Could a cut of merit `bound` at or after (term, code) replace this one?
    bool may_lose_to(double bound, std::size_t other_term, std::uint32_t other_code) const {
        if (bound != merit) return bound > merit;
        return other_term < term || (other_term == term && other_code <= code);
    }
};

inline constexpr double kWholeCode = std::numeric_limits<double>::infinity();

}  // namespace obliqua
