#include "obliqua/learners/cart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "obliqua/support/vectors.hpp"

namespace obliqua {

namespace {

constexpr double kNowhere = -std::numeric_limits<double>::infinity();
// Figure 4: a coefficient and the constant are moved together, in these proportions.
constexpr std::array<double, 3> kGammas = {-0.25, 0.0, 0.25};

}  // namespace

LinearCombination CartLearner::best_single() {
    LinearCombination best{std::vector<double>(terms_.size(), 0.0), 0.0, kNowhere};
    std::size_t best_term = terms_.size();
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        ++considered_;
        const Step step = steps_.best(terms_[i], ones_, best.merit, {});
        if (!step.found || step.merit <= best.merit) continue;
        best.merit = step.merit;
        best.bias = step.delta;
        best_term = i;
    }
    if (best_term < terms_.size()) best.weights[best_term] = 1.0;
    return best;
}

// Figure 4's loop. A cycle may lower the merit: where all rows change sides in one direction, the
// steps leave out where the combination is now. The paper keeps such a step; the number of cycles
// is limited because the search may then go back and forth for ever.
LinearCombination CartLearner::learn(LinearCombination start, std::span<const std::size_t> active,
                                     std::vector<LinearCombination>* trace) {
    here_ = std::move(start);
    values_ = values_of(terms_, here_, ones_.size());
    for (std::size_t cycle = 0; cycle < rules_.max_cycles; ++cycle) {
        monitor_.poll();
        const double before = here_.merit;
        rescale();
        for (const std::size_t term : active) update_term(term);
        update_bias();
        if (trace != nullptr) trace->push_back(here_);
        if (std::abs(here_.merit - before) <= rules_.epsilon) break;
    }
    return here_;
}

// Brodley and Utgoff keep the weights' length at one. Deviation: the largest weight is brought
// between a half and one by a power of two, which moves no row across by rounding.
void CartLearner::rescale() {
    double largest = 0.0;
    for (const double weight : here_.weights) largest = std::max(largest, std::abs(weight));
    if (largest == 0.0) return;
    int exponent = 0;
    std::frexp(largest, &exponent);
    if (exponent == 0) return;
    for (double& weight : here_.weights) weight = std::ldexp(weight, -exponent);
    here_.bias = std::ldexp(here_.bias, -exponent);
    for (double& value : values_) value = std::ldexp(value, -exponent);
}

// The paper writes v - delta (x + gamma) <= c, so a step here is minus its delta; the constant
// moves by delta gamma. (Figure 4's minus sign there contradicts its own inequality.)
void CartLearner::update_term(std::size_t term) {
    const Update update = best_update(term);
    if (!update.step.found) return;
    const double weight = here_.weights[term] + update.step.delta;
    const double bias = here_.bias + update.step.delta * update.gamma;
    if (!std::isfinite(weight) || !std::isfinite(bias)) return;
    here_.weights[term] = weight;
    here_.bias = bias;
    here_.merit = update.step.merit;
    add_multiple(values_.data(), terms_[term].data(), update.step.delta, values_.size());
    if (update.gamma != 0.0) {
        add_multiple(values_.data(), ones_.data(), update.step.delta * update.gamma,
                     values_.size());
    }
}

CartLearner::Update CartLearner::best_update(std::size_t term) {
    Update best;
    best.step.merit = kNowhere;
    const std::span<const double> column = terms_[term];
    for (const double gamma : kGammas) {
        ++considered_;
        std::span<const double> slopes = column;
        if (gamma != 0.0) {
            slopes_.assign(column.begin(), column.end());
            add_multiple(slopes_.data(), ones_.data(), gamma, slopes_.size());
            slopes = slopes_;
        }
        const Step step = steps_.best(values_, slopes, best.step.merit, {});
        if (step.found && step.merit > best.step.merit) best = {step, gamma};
    }
    return best;
}

void CartLearner::update_bias() {
    ++considered_;
    const Step step = steps_.best(values_, ones_, kNowhere, {});
    if (!step.found) return;
    here_.bias += step.delta;
    here_.merit = step.merit;
    add_multiple(values_.data(), ones_.data(), step.delta, values_.size());
}

}  // namespace obliqua
