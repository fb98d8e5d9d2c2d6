#include "obliqua/splitters/coefficient_search.hpp"

#include <cmath>
#include <limits>

#include "obliqua/support/errors.hpp"
#include "obliqua/support/vectors.hpp"

namespace obliqua {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// The floor of a step that must improve.
double above(double merit) {
    return std::nextafter(merit, std::numeric_limits<double>::infinity());
}

}  // namespace

PerturbationOrder order_named(const std::string& name) {
    if (name == "sequential") return PerturbationOrder::sequential;
    if (name == "best") return PerturbationOrder::best;
    if (name == "random") return PerturbationOrder::random;
    throw InvalidInput("order '" + name +
                       "' is unknown; choose from 'sequential', 'best', 'random'");
}

std::vector<double> CoefficientSearch::random_start() {
    std::vector<double> weights(matrix_.n_columns());
    const auto row = static_cast<std::size_t>(rng_.below(matrix_.n_rows()));
    double constant = 0.0;
    for (std::size_t i = 0; i < matrix_.n_terms(); ++i) {
        weights[i] = rng_.uniform(-1.0, 1.0);
        constant -= weights[i] * matrix_.column(i)[row];
    }
    weights[matrix_.n_terms()] = constant;
    return weights;
}

Hyperplane CoefficientSearch::climb(std::vector<double> start) {
    here_.weights = std::move(start);
    values_ = matrix_.values(here_.weights);
    square_ = matrix_.length(here_.weights).square;
    here_.merit = steps_.merit(values_, {square_});
    move_chance_ = rules_.stagnation;
    settled_.assign(matrix_.n_columns(), kNever);
    note();
    do {
        while (sweep()) {
        }
    } while (jump());
    return here_;
}

// True when another sweep may find more.
bool CoefficientSearch::sweep() {
    switch (rules_.order) {
        case PerturbationOrder::best:
            return sweep_best();
        case PerturbationOrder::random:
            return sweep_random();
        case PerturbationOrder::sequential:
            break;
    }
    bool modified = false;
    for (std::size_t i = 0; i < matrix_.n_columns(); ++i) modified = perturb(i) || modified;
    return modified;
}

// Perturbs the coefficient that improves most; the first of equals.
bool CoefficientSearch::sweep_best() {
    std::size_t best_column = 0;
    double best_merit = floor();
    for (std::size_t i = 0; i < matrix_.n_columns(); ++i) {
        ++considered_;
        const Step step = steps_.best(values_, matrix_.column(i), above(best_merit), along(i));
        if (step.found) {
            best_merit = step.merit;
            best_column = i;
        }
    }
    return perturb(best_column);
}

bool CoefficientSearch::sweep_random() {
    for (std::size_t step = 0; step < rules_.random_steps; ++step) {
        perturb(static_cast<std::size_t>(rng_.below(matrix_.n_columns())));
    }
    return false;
}

// Figure 8. A move to an equal place is allowed with a chance that falls by a tenth of its start
// at each such opportunity and is restored by an improvement.
bool CoefficientSearch::perturb(std::size_t column) {
    ++considered_;
    const bool level = move_chance_ > 0.0;
    if (!level && settled_[column] == moves_) return false;
    const std::span<const double> slopes = matrix_.column(column);
    const Step step = steps_.best(values_, slopes, level ? floor() : above(floor()), along(column));
    if (!step.found || step.merit <= here_.merit) settled_[column] = moves_;
    if (!step.found) return false;
    if (step.merit > here_.merit) {
        move_chance_ = rules_.stagnation;
    } else {
        const bool stay = !rng_.chance(move_chance_);
        move_chance_ = std::max(0.0, move_chance_ - 0.1 * rules_.stagnation);
        if (stay) return false;
    }
    here_.weights[column] += step.delta;
    here_.merit = step.merit;
    move(slopes, step);
    return true;
}

// Section 3.2: the best step in a random direction, taken if it improves.
bool CoefficientSearch::jump() {
    std::vector<double> direction(matrix_.n_columns());
    for (std::size_t attempt = 0; attempt < rules_.jumps; ++attempt) {
        ++considered_;
        for (double& weight : direction) weight = rng_.uniform(-1.0, 1.0);
        const std::vector<double> slopes = matrix_.values(direction);
        const Step step =
            steps_.best(values_, slopes, above(floor()), matrix_.length(here_.weights, direction));
        if (!step.found || step.merit <= here_.merit) continue;
        for (std::size_t i = 0; i < direction.size(); ++i) {
            here_.weights[i] += step.delta * direction[i];
        }
        here_.merit = step.merit;
        move_chance_ = rules_.stagnation;
        move(slopes, step);
        return true;
    }
    return false;
}

void CoefficientSearch::move(std::span<const double> slopes, const Step& step) {
    add_multiple(values_.data(), slopes.data(), step.delta, values_.size());
    square_ = matrix_.length(here_.weights).square;
    ++moves_;
    note();
}

MovingLength CoefficientSearch::along(std::size_t column) const {
    const double unit = matrix_.unit(column);
    return {square_, here_.weights[column] * unit * unit, unit * unit};
}

void CoefficientSearch::note() {
    if (trace_ != nullptr) trace_->push_back(here_);
}

}  // namespace obliqua
