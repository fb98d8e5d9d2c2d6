#include "obliqua/splitters/oc1.hpp"

#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/splitters/searched_trials.hpp"

namespace obliqua {

namespace {

ObliqueRules rules_of(const OC1Params& params, const SplitSettings& settings) {
    ObliqueRules rules;
    rules.climb = {params.jumps, order_named(params.order), params.random_steps, params.stagnation,
                   settings.criterion.least_gain()};
    rules.restarts = params.restarts;
    rules.scaling = params.normalize ? Scaling::range : Scaling::none;
    rules.sample = params.search_sample;
    rules.record = params.record;
    return rules;
}

}  // namespace

OC1Splitter::OC1Splitter(const Training& training, const SplitSettings& settings,
                         const OC1Params& params, std::size_t threads, Monitor& monitor)
    : ObliqueSplitter(training, settings, params, threads, monitor),
      rules_(rules_of(params, settings)),
      search_(training_, settings_, rules_, fills_, monitor) {
    if (!std::holds_alternative<AllTermsParams>(params.selector)) {
        selector_ = make_selector(params.selector);
    }
}

std::optional<Split> OC1Splitter::best_oblique(const NodeRows& node,
                                               const std::optional<Split>& axis,
                                               const StreamKey& key, std::size_t threads) const {
    if (selector_) return best_selected(node, axis, key, threads);
    std::optional<FoundHyperplane> found = search_.run(node, axis, key, threads);
    if (!found) return std::nullopt;
    log_.add(found->considered, std::move(found->traces));
    return split_by(training_, settings_, node, std::move(found->test));
}

std::optional<Split> OC1Splitter::best_selected(const NodeRows& node,
                                                const std::optional<Split>& axis,
                                                const StreamKey& key, std::size_t threads) const {
    SearchedTrials trials({training_, settings_, rules_, fills_, monitor_}, node, axis, key,
                          threads);
    const std::optional<Trial> best = selector_->best(trials);
    log_.add(trials.considered(), std::move(trials).traces());
    return best ? trials.split(*best) : std::nullopt;
}

}  // namespace obliqua
