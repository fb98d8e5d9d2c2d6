// What the greedy searches share: the best test so far, and the rule that says when to stop.
#pragma once

#include <optional>

#include "obliqua/selectors/selector.hpp"

namespace obliqua {

struct SearchRules {
    double drop = 0.0;  // a search ends where accuracy falls below the best's by more than this
                        // share (Brodley and Utgoff 1995, section 4.1)

    template <class Visitor>
    void fields(Visitor&& visit) {
        visit("drop", drop);
    }
};

// T_best of tables 2 and 3.
class BestTrial {
   public:
    BestTrial(const TrialSource& source, const SearchRules& rules)
        : source_(source), rules_(rules) {}

    // Takes the trial if it may be taken and is better; on equal merit where `or_equal`, for
    // searches that come to the smaller set later.
    void offer(const Trial& trial, bool or_equal);
    // Whether the search may go on from this trial.
    bool goes_on(const Trial& trial) const;
    std::optional<Trial> found() && { return std::move(found_); }

   private:
    const TrialSource& source_;
    SearchRules rules_;
    std::optional<Trial> found_;
};

// The trial on every term.
Trial on_every_term(TrialSource& source);
// The best test on one term, the first of equals.
Trial best_single(TrialSource& source);

}  // namespace obliqua
