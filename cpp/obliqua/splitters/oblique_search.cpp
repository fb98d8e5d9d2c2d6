#include "obliqua/splitters/oblique_search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/splitters/mean_start.hpp"
#include "obliqua/splitters/node_trace.hpp"
#include "obliqua/splitters/row_sample.hpp"
#include "obliqua/support/threads.hpp"

namespace obliqua {

namespace {

// A sample is drawn where it leaves out at least nine rows of ten.
constexpr std::size_t kSampledShare = 10;
// Below this many values it costs more to wake threads than to climb.
constexpr std::size_t kWorthThreads = 1 << 12;

bool separates(const NodeMatrix& matrix, std::span<const double> weights, std::size_t n_classes) {
    std::vector<double> left(n_classes, 0.0);
    std::vector<double> right(n_classes, 0.0);
    const std::vector<double> values = matrix.values(weights);
    for (std::size_t j = 0; j < values.size(); ++j) {
        (values[j] > 0.0 ? right : left)[matrix.labels()[j]] += 1.0;
    }
    return both_homogeneous(left.data(), right.data(), n_classes);
}

}  // namespace

StepRows ObliqueSearch::rows_of(const NodeMatrix& matrix) const {
    return {matrix.labels(), matrix.weights(), training_.n_classes, settings_.min_samples_leaf};
}

std::optional<FoundHyperplane> ObliqueSearch::run(const NodeRows& node,
                                                  const std::optional<Split>& axis,
                                                  const StreamKey& key, std::size_t threads) const {
    const bool sampled = rules_.sample > 0 && node.size() >= kSampledShare * rules_.sample;
    std::size_t n = sampled ? rules_.sample : node.size();
    GrowingSample sample(node.rows, key);
    std::vector<Run> runs(std::max<std::size_t>(1, rules_.restarts));
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].restart = static_cast<std::uint32_t>(i);
    if (axis && std::holds_alternative<AxisTest>(axis->test)) {
        const auto& test = std::get<AxisTest>(axis->test);
        runs.front().from = LinearTest{{test.term}, {1.0}, {test.fill}, -test.cut};
    }
    FoundHyperplane found;
    for (;;) {
        const NodeMatrix matrix(training_, sample.first(n), fills_,
                                sampled ? Scaling::standard : rules_.scaling,
                                settings_.criterion.in_ranges());
        if (matrix.n_terms() == 0) return std::nullopt;
        if (sampled && n == rules_.sample && runs.size() > 1) {
            runs[1].from = matrix.unscaled(mean_start(matrix, training_.n_classes));
        }
        climb(matrix, runs, key, threads);
        collect(matrix, key, runs, found);
        if (!sampled || runs.size() == 1 || n >= node.size()) {
            const auto steps = make_step_search(settings_.criterion, rows_of(matrix));
            drop_idle_terms(matrix, *steps, runs.front().best);
            std::optional<LinearTest> test = matrix.unscaled(runs.front().best.weights);
            if (!test) return std::nullopt;
            found.test = std::move(*test);
            return found;
        }
        runs.resize((runs.size() + 1) / 2);
        for (Run& run : runs) run.from = matrix.unscaled(run.best.weights);
        n *= 2;
    }
}

// All runs, by whichever thread is free. Once a climb has separated the classes, those with a
// higher number cannot be preferred to it and are left out, unless the criterion sees how widely
// they are separated; their number never depends on time.
void ObliqueSearch::climb(const NodeMatrix& matrix, std::vector<Run>& runs, const StreamKey& key,
                          std::size_t threads) const {
    if (matrix.n_rows() * matrix.n_columns() < kWorthThreads) threads = 1;
    std::atomic<std::size_t> separated{runs.size()};
    parallel_tasks(runs.size(), threads, [&](std::size_t i) {
        monitor_.poll();
        Run& run = runs[i];
        run.best.merit = -std::numeric_limits<double>::infinity();
        if (i > separated.load()) return;
        const auto steps = make_step_search(settings_.criterion, rows_of(matrix));
        // A stream for each climb and each sample size, so that no two share their draws.
        const auto stream =
            static_cast<std::uint32_t>(run.restart + rules_.restarts * (matrix.n_rows() % 65521));
        CoefficientSearch search(matrix, *steps, rules_.climb, CounterRng(key.with_stream(stream)),
                                 rules_.record ? &run.trace : nullptr);
        run.best = search.climb(run.from ? matrix.scaled(*run.from) : search.random_start());
        run.considered = search.considered();
        if (!settings_.criterion.margin &&
            separates(matrix, run.best.weights, training_.n_classes)) {
            std::size_t seen = separated.load();
            while (i < seen && !separated.compare_exchange_weak(seen, i)) {
            }
        }
    });
    runs.resize(std::min(runs.size(), separated.load() + 1));
}

// Adds up what the runs did and orders them by merit, the lower number first among equals.
void ObliqueSearch::collect(const NodeMatrix& matrix, const StreamKey& key, std::vector<Run>& runs,
                            FoundHyperplane& found) const {
    for (Run& run : runs) {
        found.considered += run.considered;
        if (!rules_.record) continue;
        found.traces.push_back(node_trace(matrix, key, run.restart, run.trace));
        run.trace.clear();
    }
    std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return a.best.merit != b.best.merit ? a.best.merit > b.best.merit : a.restart < b.restart;
    });
}

}  // namespace obliqua
