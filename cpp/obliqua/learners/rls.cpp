#include "obliqua/learners/rls.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace obliqua {

namespace {

// Rows are summed some at a time, so that the columns' parts stay in the cache.
constexpr std::size_t kRowsAtOnce = 512;

// sum of weight * a * b, in four sums that the processor adds side by side.
double weighed_product(const double* a, const double* b, const double* weights, std::size_t n) {
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    std::size_t j = 0;
    for (; j + 4 <= n; j += 4) {
        for (std::size_t s = 0; s < 4; ++s) sums[s] += weights[j + s] * a[j + s] * b[j + s];
    }
    for (; j < n; ++j) sums[0] += weights[j] * a[j] * b[j];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

std::vector<double> targets_per_class(const Examples& examples, const Targets& targets) {
    std::vector<double> signs(examples.classes().size(), -1.0);
    for (std::size_t c = 0, j = 0; c < signs.size(); ++c) {
        while (examples.labels()[j] != examples.classes()[c]) ++j;
        signs[c] = targets.of[j] > 0 ? 1.0 : -1.0;
    }
    return signs;
}

}  // namespace

NormalEquations::NormalEquations(const Examples& examples, const RLSParams& params)
    : n_(examples.n_terms() + 1), least_(1.0 / params.initial_variance), m_(n_ * n_, 0.0) {
    const std::vector<double> ones(examples.n(), 1.0);
    const auto column = [&](std::size_t i) {
        return i + 1 < n_ ? examples.column(i).data() : ones.data();
    };
    const double* const weights = examples.weights().data();
    const auto cycles = static_cast<double>(params.cycles);
    for (std::size_t begin = 0; begin < examples.n(); begin += kRowsAtOnce) {
        const std::size_t rows = std::min(kRowsAtOnce, examples.n() - begin);
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t k = i; k < n_; ++k) {
                m_[i * n_ + k] += cycles * weighed_product(column(i) + begin, column(k) + begin,
                                                           weights + begin, rows);
            }
        }
    }
    for (std::size_t i = 0; i < n_; ++i) {
        m_[i * n_ + i] += least_;
        for (std::size_t k = 0; k < i; ++k) m_[i * n_ + k] = m_[k * n_ + i];
    }
    const std::span<const ClassId> labels = examples.labels();
    for (std::size_t begin = 0; begin < labels.size();) {
        std::size_t end = begin;
        while (end < labels.size() && labels[end] == labels[begin]) ++end;
        std::vector<double>& sum = sums_.emplace_back(n_, 0.0);
        for (std::size_t i = 0; i < n_; ++i) {
            sum[i] = cycles *
                     weighed_product(column(i) + begin, ones.data(), weights + begin, end - begin);
        }
        begin = end;
    }
}

SweptSystem NormalEquations::swept(const std::vector<double>& target_per_class) const {
    assert(target_per_class.size() == sums_.size());
    std::vector<double> b(n_, 0.0);
    for (std::size_t c = 0; c < sums_.size(); ++c) {
        for (std::size_t i = 0; i < n_; ++i) b[i] += target_per_class[c] * sums_[c][i];
    }
    SweptSystem system(m_, b, least_);
    system.toggle(n_ - 1);
    return system;
}

RLSLearner::RLSLearner(const Examples& examples, const Targets& targets, const RLSParams& params)
    : system_(NormalEquations(examples, params).swept(targets_per_class(examples, targets))) {}

void RLSLearner::move_to(const Positions& terms) {
    Positions differing;
    std::set_symmetric_difference(here_.begin(), here_.end(), terms.begin(), terms.end(),
                                  std::back_inserter(differing));
    for (const std::size_t i : differing) system_.toggle(i);
    here_ = terms;
}

void RLSLearner::settle(const Positions& terms) { move_to(terms); }

Functions RLSLearner::on(const Positions& terms) {
    ++solved_;
    Positions differing;
    std::set_symmetric_difference(here_.begin(), here_.end(), terms.begin(), terms.end(),
                                  std::back_inserter(differing));
    if (differing.size() > 1) move_to(terms);
    const std::vector<double> solution =
        differing.size() == 1 ? system_.solution_with_toggled(differing[0]) : system_.solution();
    Functions found;
    for (const std::size_t i : terms) found.weights.push_back(solution[i]);
    found.weights.push_back(solution.back());
    return found;
}

}  // namespace obliqua
