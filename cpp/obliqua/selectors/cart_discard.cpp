#include "obliqua/selectors/cart_discard.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "obliqua/support/vectors.hpp"

namespace obliqua {

namespace {

constexpr double kNowhere = -std::numeric_limits<double>::infinity();

struct Without {
    std::size_t position = 0;  // in the list of active terms
    Step step;                 // of the constant
};

// The values of a combination without each of its terms in turn. Each is summed from the other
// terms alone: what subtracting a term from the whole leaves behind by rounding would tell rows
// apart that are equal in all others.
class LeaveOneOut {
   public:
    LeaveOneOut(const TermValues& terms, const LinearCombination& combination,
                std::span<const std::size_t> active)
        : terms_(terms),
          weights_(combination.weights),
          active_(active),
          before_(terms[0].size(), combination.bias),
          after_(active.size(), std::vector<double>(terms[0].size(), 0.0)) {
        for (std::size_t i = active.size(); i-- > 1;) {
            after_[i - 1] = after_[i];
            add(after_[i - 1], i);
        }
    }

    // Without the term at a position; to be asked for position after position.
    const std::vector<double>& at(std::size_t position) {
        if (position > 0) add(before_, position - 1);
        std::vector<double>& values = after_[position];
        add_multiple(values.data(), before_.data(), 1.0, values.size());
        return values;
    }

   private:
    void add(std::vector<double>& sum, std::size_t position) const {
        const std::size_t term = active_[position];
        add_multiple(sum.data(), terms_[term].data(), weights_[term], sum.size());
    }

    const TermValues& terms_;
    const std::vector<double>& weights_;
    std::span<const std::size_t> active_;
    std::vector<double> before_;
    std::vector<std::vector<double>> after_;
};

}  // namespace

void cart_discard(const TermValues& terms, StepSearch& steps, double beta,
                  LinearCombination& combination, std::vector<std::size_t>& active) {
    if (terms.empty()) return;
    const std::vector<double> ones(terms[0].size(), 1.0);
    while (active.size() > 1) {
        LeaveOneOut others(terms, combination, active);
        Without least;
        least.step.merit = kNowhere;
        double least_merit = -kNowhere;
        for (std::size_t i = 0; i < active.size(); ++i) {
            const Step step = steps.best(others.at(i), ones, kNowhere, {});
            // Where no constant separates the rows any more, all merit is lost.
            least_merit = std::min(least_merit, step.found ? step.merit : 0.0);
            if (step.found && step.merit > least.step.merit) least = {i, step};
        }
        const double smallest = combination.merit - least.step.merit;
        const double largest = combination.merit - least_merit;
        if (!least.step.found || !(smallest <= beta * largest)) return;
        combination.weights[active[least.position]] = 0.0;
        combination.bias += least.step.delta;
        combination.merit = least.step.merit;
        active.erase(active.begin() + static_cast<std::ptrdiff_t>(least.position));
    }
}

}  // namespace obliqua
