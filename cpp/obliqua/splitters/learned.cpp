#include "obliqua/splitters/learned.hpp"

#include "obliqua/cuts/code_table.hpp"
#include "obliqua/splitters/learned_trials.hpp"
#include "obliqua/support/errors.hpp"
#include "obliqua/tree/flat_test.hpp"

namespace obliqua {

namespace {

// Learns again what it learned at a node, on the terms it is told.
class LearnedRelearner final : public Relearner {
   public:
    LearnedRelearner(const LearnedTrials::Setting& setting, const NodeRows& node,
                     const StreamKey& key)
        : trials_(setting, node, key), node_(node) {}

    std::optional<Split> on(std::span<const std::int32_t> terms) override {
        const std::optional<Positions> places = trials_.places(terms);
        if (!places) return std::nullopt;
        const Trial trial = trials_.on(*places);
        return trial.discriminates ? trials_.split(trial, node_) : std::nullopt;
    }

   private:
    LearnedTrials trials_;
    NodeRows node_;
};

}  // namespace

LearnedSplitter::LearnedSplitter(const Training& training, const SplitSettings& settings,
                                 const LearnedParams& params, std::size_t threads, Monitor& monitor)
    : training_(training),
      settings_(settings),
      params_(params),
      monitor_(monitor),
      patterns_(training),
      selector_(make_selector(params.selector)),
      univariate_basis_(without_indicators(*training.basis)),
      univariate_training_(training) {
    if (settings.missing == MissingPolicy::fractional) {
        throw InvalidInput("missing must be 'node-mean' or 'mean' for learned tests");
    }
    const std::size_t n_features = training.columns->n_features();
    if (!params.feature_costs.empty() && params.feature_costs.size() != n_features) {
        throw InvalidInput("feature_costs has " + std::to_string(params.feature_costs.size()) +
                           " numbers for " + std::to_string(n_features) + " features");
    }
    if (settings.missing == MissingPolicy::mean) fills_ = mean_fills(training);
    if (params.univariate) {
        univariate_training_.basis = &univariate_basis_;
        univariate_ =
            std::make_unique<UnivariateSplitter>(univariate_training_, settings, threads, monitor);
    }
}

std::optional<Split> LearnedSplitter::best(const NodeRows& node, const StreamKey& key,
                                           std::size_t threads) const {
    std::optional<Split> learned = best_multivariate(node, key);
    if (!univariate_) return learned;
    std::optional<Split> rival = univariate_->best(node, key, threads);
    if (!rival) return learned;
    return learned && rating(*learned) > rating(*rival) ? learned : rival;
}

std::optional<Split> LearnedSplitter::best_multivariate(const NodeRows& node,
                                                        const StreamKey& key) const {
    LearnedTrials trials({training_, settings_, params_, patterns_, fills_, monitor_}, node, key);
    const std::optional<Trial> best = selector_->best(trials);
    log_.add(trials.considered(), {});
    return best ? trials.split(*best, node) : std::nullopt;
}

double LearnedSplitter::rating(const Split& split) const {
    if (params_.cost_weight == 0.0) return split.merit;
    const TestCost cost(training_, params_);
    if (const auto* const equality = std::get_if<EqualityTest>(&split.test)) {
        return split.merit - params_.cost_weight * cost.of_feature(equality->feature);
    }
    const FlatTest flat(split.test, MissingRule::fill);
    return split.merit - params_.cost_weight * cost.of(flat.view.terms);
}

std::unique_ptr<Relearner> LearnedSplitter::relearner(const NodeRows& node, const Test&,
                                                      const StreamKey& key) const {
    return std::make_unique<LearnedRelearner>(
        LearnedTrials::Setting{training_, settings_, params_, patterns_, fills_, monitor_}, node,
        key);
}

}  // namespace obliqua
