#include "obliqua/splitters/oc1.hpp"

#include <algorithm>
#include <iterator>

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
}

std::optional<Split> OC1Splitter::best(const NodeRows& node, const StreamKey& key,
                                       std::size_t threads) const {
    const std::size_t d = training_.basis->size();
    // Section 3.1, footnote 4: fewer than 2d rows underfit a hyperplane.
    const std::size_t least = params_.oblique_min_samples > 0 ? params_.oblique_min_samples : 2 * d;
    std::optional<Split> axis = univariate_.best(node, key, threads);
    if (!params_.oblique || d == 0 || node.size() < least) return axis;
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
    {
        const std::scoped_lock lock(report_mutex_);
        report_.hyperplanes += found->considered;
        std::move(found->traces.begin(), found->traces.end(), std::back_inserter(report_.traces));
    }
    return split_by(training_, settings_, node, std::move(found->test));
}

void OC1Splitter::report(SearchReport& report) const {
    const std::scoped_lock lock(report_mutex_);
    report.hyperplanes += report_.hyperplanes;
    report.traces.insert(report.traces.end(), report_.traces.begin(), report_.traces.end());
    std::sort(report.traces.begin(), report.traces.end(),
              [](const NodeTrace& a, const NodeTrace& b) {
                  return a.path != b.path ? a.path < b.path : a.restart < b.restart;
              });
}

}  // namespace obliqua
