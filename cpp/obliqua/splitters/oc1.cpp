#include "obliqua/splitters/oc1.hpp"

#include "obliqua/splitters/linear_split.hpp"

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
    : ObliqueSplitter(training, settings, params, threads, monitor),
      search_(training_, settings_, rules_of(params), fills_, monitor) {}

std::optional<Split> OC1Splitter::best_oblique(const NodeRows& node,
                                               const std::optional<Split>& axis,
                                               const StreamKey& key, std::size_t threads) const {
    std::optional<FoundHyperplane> found = search_.run(node, axis, key, threads);
    if (!found) return std::nullopt;
    log_.add(found->considered, std::move(found->traces));
    return split_by(training_, settings_, node, std::move(found->test));
}

}  // namespace obliqua
