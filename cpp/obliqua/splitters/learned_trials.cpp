#include "obliqua/splitters/learned_trials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "obliqua/criteria/multiway.hpp"
#include "obliqua/learners/superclasses.hpp"
#include "obliqua/splitters/judged_split.hpp"

namespace obliqua {

namespace {

constexpr std::uint32_t kPresentationStream = 0xFFFFFFF0U;

const LearnerParams& learner_for(const Training& training, const LearnedParams& params) {
    return training.n_classes > 2 ? params.learner_of_many : params.learner;
}

// Section 4.3: the magnitude of a unit's weights; of a machine's, per term, the mean over all pairs
// of functions of the squared distance of their weights: twice their variance, in effect.
std::vector<double> importance_of(const Functions& functions) {
    const std::size_t n_terms = functions.width() - 1;
    std::vector<double> importance(n_terms, 0.0);
    for (std::size_t i = 0; i < n_terms; ++i) {
        if (functions.n == 1) {
            importance[i] = std::abs(functions.row(0)[i]);
            continue;
        }
        double pairs = 0.0;
        for (std::size_t a = 0; a < functions.n; ++a) {
            for (std::size_t b = a + 1; b < functions.n; ++b) {
                const double apart = functions.row(a)[i] - functions.row(b)[i];
                importance[i] += apart * apart;
                pairs += 1.0;
            }
        }
        importance[i] /= pairs;
    }
    return importance;
}

Functions without_column(const Functions& functions, std::size_t place) {
    Functions found{functions.n, {}};
    for (std::size_t f = 0; f < functions.n; ++f) {
        for (std::size_t i = 0; i < functions.width(); ++i) {
            if (i != place) found.weights.push_back(functions.row(f)[i]);
        }
    }
    return found;
}

// A threshold unit written as a machine of two opposite functions.
Functions as_machine(const Functions& unit) {
    Functions machine{2, {}};
    for (const double sign : {-1.0, 1.0}) {
        for (const double weight : unit.weights) machine.weights.push_back(sign * weight);
    }
    return machine;
}

}  // namespace

TestCost::TestCost(const Training& training, const TestLimits& limits)
    : basis_(*training.basis), costs_(limits.feature_costs) {
    const auto n = static_cast<std::int32_t>(training.columns->n_features());
    for (std::int32_t feature = 0; feature < n; ++feature) total_ += of_feature(feature);
}

double TestCost::of_feature(std::int32_t feature) const {
    const double cost = costs_.empty() ? 1.0 : costs_[static_cast<std::size_t>(feature)];
    return total_ > 0.0 ? cost / total_ : cost;
}

double TestCost::of(std::span<const std::int32_t> terms) const {
    std::set<std::int32_t> features;
    for (const std::int32_t id : terms) {
        const Term& term = basis_[static_cast<std::size_t>(id)];
        features.insert(term.a);
        if (term.kind == TermKind::product) features.insert(term.b);
    }
    double sum = 0.0;
    for (const std::int32_t feature : features) sum += of_feature(feature);
    return sum;
}

LearnedTrials::LearnedTrials(const Setting& setting, const NodeRows& node, const StreamKey& key)
    : at_(setting),
      learner_params_(learner_for(setting.training, setting.params)),
      examples_(setting.training, setting.patterns, node.rows, setting.fills),
      cost_(setting.training, setting.params),
      targets_(targets()) {
    learner_ = make_learner(learner_params_,
                            {examples_, targets_, at_.settings.criterion, at_.training.n_classes,
                             key.with_stream(kPresentationStream), at_.monitor});
}

Targets LearnedTrials::targets() const {
    const std::size_t k = examples_.classes().size();
    const bool machine = at_.params.machines && learns_machines(learner_params_);
    if (k > 2 && !machine && needs_groups(learner_params_) && examples_.n_terms() > 0) {
        const auto* const rls = std::get_if<RLSParams>(&learner_params_);
        return superclasses(examples_, at_.settings.criterion, at_.training.n_classes,
                            rls != nullptr ? *rls : RLSParams{});
    }
    Targets targets{{}, k};
    std::uint16_t group = 0;
    for (const ClassId label : examples_.labels()) {
        while (examples_.classes()[group] != label) ++group;
        targets.of.push_back(group);
    }
    return targets;
}

bool LearnedTrials::allowed(std::size_t n_terms) const {
    if (at_.params.max_terms > 0 && n_terms > at_.params.max_terms) return false;
    return static_cast<double>(examples_.n_distinct()) >=
           at_.params.underfit * static_cast<double>(n_terms);
}

Trial LearnedTrials::on(const Positions& terms) {
    at_.monitor.poll();
    return judged(terms, learner_->on(terms));
}

Trial LearnedTrials::omitting(const Trial& trial, std::size_t place) {
    Positions terms = trial.terms;
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(place));
    Functions functions = without_column(trial.functions, place);
    if (functions.n == 1) {
        if (!steps_) {
            steps_ = make_step_search(
                at_.settings.criterion,
                {examples_.labels(), examples_.weights(), at_.training.n_classes, 1.0});
        }
        functions.weights.back() = 0.0;
        const std::vector<double> ones(examples_.n(), 1.0);
        const Step step = steps_->best(examples_.values(terms, functions.row(0)), ones,
                                       -std::numeric_limits<double>::infinity(), {});
        if (step.found) functions.weights.back() = step.delta;
    }
    return judged(std::move(terms), std::move(functions));
}

std::vector<double> LearnedTrials::children_of(const Positions& terms,
                                               const Functions& functions) const {
    const std::size_t k = at_.training.n_classes;
    const std::size_t n = examples_.n();
    std::vector<std::size_t> child(n, 0);
    std::vector<double> best = examples_.values(terms, functions.row(0));
    if (functions.n == 1) {
        for (std::size_t j = 0; j < n; ++j) child[j] = best[j] > 0.0 ? 1 : 0;
    }
    for (std::size_t f = 1; f < functions.n; ++f) {
        const std::vector<double> values = examples_.values(terms, functions.row(f));
        for (std::size_t j = 0; j < n; ++j) {
            if (values[j] > best[j]) {
                best[j] = values[j];
                child[j] = f;
            }
        }
    }
    std::vector<double> counts(std::max<std::size_t>(2, functions.n) * k, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        counts[child[j] * k + examples_.labels()[j]] += examples_.weights()[j];
    }
    return counts;
}

Trial LearnedTrials::judged(Positions terms, Functions functions) const {
    const std::size_t k = at_.training.n_classes;
    const std::vector<double> counts = children_of(terms, functions);
    Trial trial;
    double total = 0.0;
    std::size_t filled = 0;
    for (std::size_t begin = 0; begin < counts.size(); begin += k) {
        const double weight = sum_of(counts.data() + begin, k);
        trial.accuracy += largest_of(counts.data() + begin, k);
        total += weight;
        if (weight > 0.0) ++filled;
    }
    trial.accuracy /= total;
    trial.discriminates = filled > 1;
    trial.rating = merit_of_children(at_.settings.criterion, counts, k);
    if (at_.params.cost_weight > 0.0) {
        std::vector<std::int32_t> ids;
        for (const std::size_t i : terms) ids.push_back(examples_.term(i));
        trial.rating -= at_.params.cost_weight * cost_.of(ids);
    }
    trial.importance = importance_of(functions);
    trial.terms = std::move(terms);
    trial.functions = std::move(functions);
    return trial;
}

std::optional<Split> LearnedTrials::split(const Trial& trial, const NodeRows& node) const {
    const bool two = trial.functions.n == 1 && examples_.classes().size() == 2;
    const bool machine = two && at_.params.machines_of_two && learns_machines(learner_params_);
    std::optional<Test> test =
        examples_.test(trial.terms, machine ? as_machine(trial.functions) : trial.functions);
    if (!test) return std::nullopt;
    return judged_split(at_.training, at_.settings, node, std::move(*test));
}

std::optional<Positions> LearnedTrials::places(std::span<const std::int32_t> terms) const {
    Positions found;
    for (std::size_t i = 0; i < examples_.n_terms(); ++i) {
        if (std::find(terms.begin(), terms.end(), examples_.term(i)) != terms.end()) {
            found.push_back(i);
        }
    }
    return found.size() == terms.size() ? std::optional(found) : std::nullopt;
}

}  // namespace obliqua
