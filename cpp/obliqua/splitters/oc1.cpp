#include "obliqua/splitters/oc1.hpp"

#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {

namespace {

ObliqueRules rules_of(const OC1Params& params) {
    ObliqueRules rules;
    rules.climb = {params.jumps, order_named(params.order), params.random_steps, params.stagnation};
    rules.restarts = params.restarts;
    rules.scaling = params.normalize ? Scaling::range : Scaling::none;
    rules.sample = params.search_sample;
    rules.record = params.record;
    return rules;
}

}  // namespace

OC1Splitter::OC1Splitter(const Training& training, const SplitSettings& settings,
                         const OC1Params& params, std::size_t threads, Monitor& monitor)
    : training_(training),
      settings_(settings),
      params_(params),
      fills_(mean_fills(training)),
      univariate_(training, settings, threads, monitor),
      search_(training, settings_, rules_of(params), fills_, monitor) {
    if (settings.missing != MissingPolicy::mean) {
        throw InvalidInput("missing must be 'mean' for oblique searches");
    }
    if (!params.axis && training.basis->empty()) {
        throw InvalidInput("axis=False leaves no test: no feature is numeric");
    }
}

// Section 3.1, footnote 4: fewer than 2d rows underfit a hyperplane. Where there is no other test
// to fall back on, a hyperplane may be asked to separate any rows.
std::size_t OC1Splitter::least_rows() const {
    if (params_.oblique_min_samples > 0) return params_.oblique_min_samples;
    return params_.axis ? 2 * training_.basis->size() : 2;
}

std::optional<Split> OC1Splitter::best(const NodeRows& node, const StreamKey& key,
                                       std::size_t threads) const {
    const bool searched =
        params_.oblique && !training_.basis->empty() && node.size() >= least_rows();
    if (!searched && !params_.axis) return std::nullopt;
    std::optional<Split> axis = univariate_.best(node, key, threads);
    if (!searched) return axis;
    std::optional<Split> oblique = best_oblique(node, axis, key, threads);
    if (!params_.axis) return oblique;
    // Footnote 7: a user may want a hyperplane only where it is better by more than a bias.
    const bool worth =
        oblique && (!axis || oblique->merit > axis->merit * (1.0 + params_.axis_bias));
    return worth ? oblique : axis;
}

std::optional<Split> OC1Splitter::best_oblique(const NodeRows& node,
                                               const std::optional<Split>& axis,
                                               const StreamKey& key, std::size_t threads) const {
    std::optional<FoundHyperplane> found = search_.run(node, axis, key, threads);
    if (!found) return std::nullopt;
    log_.add(found->considered, std::move(found->traces));
    return split_by(training_, settings_, node, std::move(found->test));
}

}  // namespace obliqua
