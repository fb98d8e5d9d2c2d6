#include "obliqua/splitters/oblique.hpp"

#include "obliqua/cuts/code_table.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {

ObliqueSplitter::ObliqueSplitter(const Training& training, const SplitSettings& settings,
                                 const ObliqueParams& params, std::size_t threads, Monitor& monitor)
    : training_(training),
      settings_(settings),
      shared_(params),
      fills_(mean_fills(training)),
      monitor_(monitor),
      univariate_(training, settings, threads, monitor) {
    if (settings.missing != MissingPolicy::mean) {
        throw InvalidInput("missing must be 'mean' for oblique searches");
    }
    if (!params.axis && training.basis->empty()) {
        throw InvalidInput("axis=False leaves no test: no feature is numeric");
    }
}

// Section 3.1, footnote 4: fewer than 2d rows underfit a hyperplane. Where there is no other test
// to fall back on, a hyperplane may be asked to separate any rows.
std::size_t ObliqueSplitter::least_rows() const {
    if (shared_.oblique_min_samples > 0) return shared_.oblique_min_samples;
    return shared_.axis ? 2 * training_.basis->size() : 2;
}

std::optional<Split> ObliqueSplitter::best(const NodeRows& node, const StreamKey& key,
                                           std::size_t threads) const {
    const bool searched =
        shared_.oblique && !training_.basis->empty() && node.size() >= least_rows();
    if (!searched && !shared_.axis) return std::nullopt;
    std::optional<Split> axis = univariate_.best(node, key, threads);
    if (!searched) return axis;
    std::optional<Split> oblique = best_oblique(node, axis, key, threads);
    if (!shared_.axis) return oblique;
    // Footnote 7: a user may want a hyperplane only where it is better by more than a bias.
    const bool worth =
        oblique && (!axis || oblique->merit > axis->merit * (1.0 + shared_.axis_bias));
    return worth ? oblique : axis;
}

}  // namespace obliqua
