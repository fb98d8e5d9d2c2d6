#include "obliqua/splitters/axis.hpp"

#include <cmath>

#include "obliqua/cuts/coded_search.hpp"
#include "obliqua/cuts/cut.hpp"
#include "obliqua/splitters/axis_by_values.hpp"
#include "obliqua/support/threads.hpp"

namespace obliqua {

namespace {

// Below this many values it costs more to wake threads than to search.
constexpr std::size_t kWorthThreads = 1 << 16;

}  // namespace

AxisSplitter::AxisSplitter(const Training& training, SplitSettings settings, std::size_t threads,
                           Monitor& monitor)
    : training_(training), settings_(std::move(settings)), fills_(mean_fills(training)) {
    if (settings_.missing == MissingPolicy::mean && !settings_.criterion.custom) {
        codes_ = std::make_unique<CodeTable>(training, fills_, threads, monitor);
    }
}

std::optional<Split> AxisSplitter::best(const NodeRows& node, const StreamKey&,
                                        std::size_t threads) const {
    if (training_.basis->empty()) return std::nullopt;
    if (!codes_) return best_axis_by_values(training_, settings_, fills_, node);
    return split_at(node, search_codes(node, threads));
}

Candidate AxisSplitter::search_codes(const NodeRows& node, std::size_t threads) const {
    const std::size_t n_terms = training_.basis->size();
    if (node.size() * n_terms < kWorthThreads) threads = 1;
    const std::size_t parts = std::min(threads, n_terms);
    std::vector<Candidate> found(parts);
    parallel_tasks(parts, threads, [&](std::size_t part) {
        thread_local CodedScratch scratch;
        const std::size_t begin = n_terms * part / parts;
        const std::size_t end = n_terms * (part + 1) / parts;
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
    for (const RowIndex row : node.rows) {
        const std::uint32_t code = codes_->row(row)[candidate.term];
        double value = term_value(term, *training_.columns, row);
        if (std::isnan(value)) value = fills_[candidate.term];
        const bool goes_left =
            code < candidate.code || (code == candidate.code && value <= candidate.value);
        if (goes_left) {
            below = std::max(below, value);
        } else {
            above = std::min(above, value);
        }
    }
    AxisTest test{static_cast<std::int32_t>(candidate.term), between(below, above),
                  fills_[candidate.term]};
    return Split{test, candidate.merit, above - below, 2, term.a};
}

}  // namespace obliqua
