#include "obliqua/splitters/cart_lc.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "obliqua/selectors/cart_discard.hpp"
#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/splitters/node_trace.hpp"

namespace obliqua {

namespace {

// The rows that every term has a value of: CART learns combinations from these alone.
std::vector<RowIndex> complete_rows(const Training& training, std::span<const RowIndex> rows) {
    std::vector<RowIndex> complete;
    complete.reserve(rows.size());
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(complete), [&](RowIndex row) {
        return std::none_of(training.basis->begin(), training.basis->end(), [&](const Term& term) {
            return std::isnan(term_value(term, *training.columns, row));
        });
    });
    return complete;
}

std::vector<double> with_bias(LinearCombination combination) {
    combination.weights.push_back(combination.bias);
    return std::move(combination.weights);
}

HyperplaneTrace hyperplanes_of(const std::vector<LinearCombination>& combinations) {
    HyperplaneTrace trace;
    for (const LinearCombination& combination : combinations) {
        trace.push_back({with_bias(combination), combination.merit});
    }
    return trace;
}

}  // namespace

std::optional<Split> CartLCSplitter::best_oblique(const NodeRows& node, const std::optional<Split>&,
                                                  const StreamKey& key, std::size_t) const {
    const std::vector<RowIndex> rows = complete_rows(training_, node.rows);
    if (rows.size() < least_rows()) return std::nullopt;
    const NodeMatrix matrix(training_, rows, fills_,
                            shared_.normalize ? Scaling::interquartile : Scaling::none, false);
    if (matrix.n_terms() == 0) return std::nullopt;
    std::optional<LinearTest> test = matrix.unscaled(with_bias(search(matrix, key)));
    if (!test) return std::nullopt;
    return split_by(training_, settings_, node, std::move(*test), rows);
}

// Figure 4 from the normalised values to before they are converted back. What eliminating terms
// leaves is searched once more, from where it stands.
LinearCombination CartLCSplitter::search(const NodeMatrix& matrix, const StreamKey& key) const {
    TermValues terms;
    for (std::size_t i = 0; i < matrix.n_terms(); ++i) terms.push_back(matrix.column(i));
    const auto steps = make_step_search(
        settings_.criterion,
        {matrix.labels(), matrix.weights(), training_.n_classes, settings_.min_samples_leaf});
    CartLearner learner(terms, matrix.n_rows(), *steps, {params_.epsilon, params_.max_cycles},
                        monitor_);
    std::vector<LinearCombination> trace;
    std::vector<LinearCombination>* const kept = shared_.record ? &trace : nullptr;
    std::vector<std::size_t> active(terms.size());
    std::iota(active.begin(), active.end(), std::size_t{0});
    LinearCombination found = learner.learn(learner.best_single(), active, kept);
    if (params_.discard) {
        cart_discard(terms, *steps, params_.beta, found, active);
        if (active.size() < terms.size()) found = learner.learn(std::move(found), active, kept);
    }
    std::vector<NodeTrace> traces;
    if (shared_.record) traces.push_back(node_trace(matrix, key, 0, hyperplanes_of(trace)));
    log_.add(learner.considered(), std::move(traces));
    return found;
}

}  // namespace obliqua
