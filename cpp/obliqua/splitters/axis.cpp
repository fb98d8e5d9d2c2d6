#include "obliqua/splitters/axis.hpp"

#include <cmath>

#include "obliqua/cuts/coded_search.hpp"
#include "obliqua/cuts/cut.hpp"
#include "obliqua/data/exact_mean.hpp"
#include "obliqua/splitters/axis_by_margin.hpp"
#include "obliqua/splitters/axis_by_values.hpp"
#include "obliqua/support/threads.hpp"

namespace obliqua {

namespace {

// Below this many values it costs more to wake threads than to search.
constexpr std::size_t kWorthThreads = 1 << 16;

bool complete(const Training& training) {
    for (std::size_t f = 0; f < training.columns->n_features(); ++f) {
        const Column& column = (*training.columns)[f];
        for (const RowIndex row : training.rows) {
            if (column.missing(row)) return false;
        }
    }
    return true;
}

}  // namespace

AxisSplitter::AxisSplitter(const Training& training, SplitSettings settings, std::size_t threads,
                           Monitor& monitor)
    : training_(training),
      settings_(std::move(settings)),
      fills_(mean_fills(training)),
      monitor_(monitor) {
    if (settings_.criterion.custom || settings_.criterion.margin) return;
    if (settings_.missing == MissingPolicy::mean || complete(training)) {
        codes_ = std::make_unique<CodeTable>(training, fills_, threads, monitor);
    }
}

std::optional<Split> AxisSplitter::best(const NodeRows& node, const StreamKey&,
                                        std::size_t threads) const {
    if (training_.basis->empty()) return std::nullopt;
    if (settings_.criterion.margin)
        return best_axis_by_margin(training_, settings_, fills_, node, monitor_);
    if (!codes_) return search_values(node, threads);
    return split_at(node, search_codes(node, threads));
}

std::size_t AxisSplitter::parts(const NodeRows& node, std::size_t threads) const {
    const std::size_t n_terms = training_.basis->size();
    return node.size() * n_terms < kWorthThreads ? 1 : std::min(threads, n_terms);
}

std::optional<Split> AxisSplitter::search_values(const NodeRows& node, std::size_t threads) const {
    const std::size_t n_terms = training_.basis->size();
    const std::size_t n_parts = parts(node, threads);
    std::vector<std::optional<Split>> found(n_parts);
    parallel_tasks(n_parts, n_parts, [&](std::size_t part) {
        found[part] =
            best_axis_by_values(training_, settings_, fills_, node, n_terms * part / n_parts,
                                n_terms * (part + 1) / n_parts, monitor_);
    });
    std::optional<Split> best;
    for (std::optional<Split>& split : found) {
        if (split && (!best || split->merit > best->merit)) best = std::move(split);
    }
    return best;
}

Candidate AxisSplitter::search_codes(const NodeRows& node, std::size_t threads) const {
    const std::size_t n_terms = training_.basis->size();
    const std::size_t n_parts = parts(node, threads);
    std::vector<Candidate> found(n_parts);
    parallel_tasks(n_parts, n_parts, [&](std::size_t part) {
        thread_local CodedScratch scratch;
        const std::size_t begin = n_terms * part / n_parts;
        const std::size_t end = n_terms * (part + 1) / n_parts;
        std::visit(
            [&](auto of) {
                using Criterion = typename decltype(of)::type;
                if (training_.weights.empty()) {
                    CodedSearch<Criterion, std::uint32_t>(training_, *codes_, node,
                                                          settings_.min_samples_leaf, scratch)
                        .search(begin, end, found[part]);
                } else {
                    CodedSearch<Criterion, double>(training_, *codes_, node,
                                                   settings_.min_samples_leaf, scratch)
                        .search(begin, end, found[part]);
                }
            },
            settings_.criterion.built_in);
    });
    Candidate best;
    for (const Candidate& candidate : found) best.improve(candidate);
    return best;
}

std::optional<Split> AxisSplitter::split_at(const NodeRows& node,
                                            const Candidate& candidate) const {
    if (!candidate.found()) return std::nullopt;
    const Term& term = (*training_.basis)[candidate.term];
    double below = -std::numeric_limits<double>::infinity();
    double above = std::numeric_limits<double>::infinity();
    ExactMean mean;
    for (const RowIndex row : node.rows) {
        const std::uint32_t code = codes_->row(row)[candidate.term];
        double value = term_value(term, *training_.columns, row);
        if (std::isnan(value)) value = fills_[candidate.term];
        if (settings_.missing == MissingPolicy::node_mean) mean.add(value, training_.weight(row));
        const bool goes_left =
            code < candidate.code || (code == candidate.code && value <= candidate.value);
        if (goes_left) {
            below = std::max(below, value);
        } else {
            above = std::min(above, value);
        }
    }
    const double fill =
        settings_.missing == MissingPolicy::node_mean ? mean.mean() : fills_[candidate.term];
    AxisTest test{static_cast<std::int32_t>(candidate.term), between(below, above), fill};
    return Split{test, candidate.merit, above - below, 2, term.a};
}

}  // namespace obliqua
