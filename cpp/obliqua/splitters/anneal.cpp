#include "obliqua/splitters/anneal.hpp"

#include <algorithm>
#include <cmath>

#include "obliqua/splitters/linear_split.hpp"
#include "obliqua/splitters/node_trace.hpp"
#include "obliqua/support/logarithm.hpp"

namespace obliqua {

namespace {

constexpr double kLog2E = 1.4426950408889634;
// Steps are halved up to so many times less one, drawn anew for each perturbation.
constexpr std::uint64_t kScales = 8;

}  // namespace

Hyperplane Annealing::run() {
    Hyperplane here = start();
    here.merit = steps_.merit(matrix_.values(here.weights), matrix_.length(here.weights));
    if (trace_ != nullptr) trace_->push_back(here);
    Hyperplane best = here;
    Hyperplane trial;
    temperature_ = rules_.temperature;
    for (std::size_t barren = 0; barren < rules_.unproductive;) {
        monitor_.poll();
        trial = here;
        shake(trial);
        trial.merit = steps_.merit(matrix_.values(trial.weights), matrix_.length(trial.weights));
        ++considered_;
        if (taken(trial.merit, here.merit)) {
            std::swap(here, trial);
            if (trace_ != nullptr) trace_->push_back(here);
        }
        temperature_ *= rules_.cooling;
        ++barren;
        if (here.merit > best.merit) {
            best = here;
            barren = 0;
        }
    }
    return best;
}

// Across the diagonal of the box that the scaled rows lie in, halfway.
Hyperplane Annealing::start() const {
    Hyperplane canonical{std::vector<double>(matrix_.n_columns(), 1.0), 0.0};
    double constant = 0.0;
    for (std::size_t i = 0; i < matrix_.n_terms(); ++i) {
        const std::span<const double> column = matrix_.column(i);
        const auto [least, most] = std::minmax_element(column.begin(), column.end());
        constant -= 0.5 * *least + 0.5 * *most;
    }
    canonical.weights.back() = constant;
    return canonical;
}

// Large steps find the region and small ones the place in it, whatever the temperature. The largest
// coefficient is kept at one, so that a step means the same throughout.
void Annealing::shake(Hyperplane& trial) {
    const double step = std::ldexp(rules_.step, -static_cast<int>(rng_.below(kScales)));
    double largest = 0.0;
    for (double& weight : trial.weights) {
        weight += rng_.uniform(-step, step);
        largest = std::max(largest, std::abs(weight));
    }
    if (largest > 0.0) {
        for (double& weight : trial.weights) weight /= largest;
    }
}

// A worse place with probability exp(-loss / temperature), written so that no platform's
// exponential decides.
bool Annealing::taken(double merit, double instead) {
    if (merit >= instead) return true;
    if (!std::isfinite(merit)) return false;
    const double loss = (instead - merit) * kLog2E;
    const double u = rng_.uniform();
    return u == 0.0 || log2_portable(u) * temperature_ < -loss;
}

std::optional<Split> SADTSplitter::best_oblique(const NodeRows& node, const std::optional<Split>&,
                                                const StreamKey& key, std::size_t) const {
    const NodeMatrix matrix(training_, node.rows, fills_,
                            shared_.normalize ? Scaling::range : Scaling::none,
                            settings_.criterion.in_ranges());
    if (matrix.n_terms() == 0) return std::nullopt;
    const auto steps = make_step_search(
        settings_.criterion,
        {matrix.labels(), matrix.weights(), training_.n_classes, settings_.min_samples_leaf});
    HyperplaneTrace trace;
    Annealing annealing(matrix, *steps, params_, CounterRng(key.with_stream(0)), monitor_,
                        shared_.record ? &trace : nullptr);
    Hyperplane best = annealing.run();
    std::vector<NodeTrace> traces;
    if (shared_.record) traces.push_back(node_trace(matrix, key, 0, trace));
    log_.add(annealing.considered(), std::move(traces));
    drop_idle_terms(matrix, *steps, best);
    std::optional<LinearTest> test = matrix.unscaled(best.weights);
    if (!test) return std::nullopt;
    return split_by(training_, settings_, node, std::move(*test));
}

}  // namespace obliqua
