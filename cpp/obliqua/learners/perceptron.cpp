#include "obliqua/learners/perceptron.hpp"

#include <algorithm>

#include "obliqua/support/multiversion.hpp"

namespace obliqua {

namespace {

constexpr std::size_t kLanes = 8;

OBLIQUA_MULTIVERSION
void machine_values(const double* w, const double* y, double* values, std::size_t width,
                    std::size_t stride) {
    for (std::size_t from = 0; from < stride; from += kLanes) {
        double sums[kLanes] = {};
        for (std::size_t i = 0; i < width; ++i) {
            for (std::size_t l = 0; l < kLanes; ++l) sums[l] += w[i * stride + from + l] * y[i];
        }
        for (std::size_t l = 0; l < kLanes; ++l) values[from + l] = sums[l];
    }
}

}  // namespace

PatternVectors::PatternVectors(const Examples& examples, const Positions& terms)
    : width_(terms.size() + 1), values_(examples.n() * width_, 1.0), square_(examples.n(), 1.0) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const std::span<const double> column = examples.column(terms[i]);
        for (std::size_t j = 0; j < n(); ++j) {
            values_[j * width_ + i] = column[j];
            square_[j] += column[j] * column[j];
        }
    }
}

double ThresholdUnit::product(const double* y) const {
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    std::size_t i = 0;
    for (; i + 4 <= w_.size(); i += 4) {
        for (std::size_t s = 0; s < 4; ++s) sums[s] += w_[i + s] * y[i + s];
    }
    for (; i < w_.size(); ++i) sums[0] += w_[i] * y[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double ThresholdUnit::correct(const double* y, std::uint32_t right, std::uint32_t, double c) {
    const double step = right > 0 ? c : -c;
    for (std::size_t i = 0; i < w_.size(); ++i) w_[i] += step * y[i];
    const double before = length_;
    length_ = std::sqrt(product(w_.data()));
    return 2.0 * (length_ - before);
}

LinearMachine::LinearMachine(std::size_t n_groups, std::size_t width)
    : n_groups_(n_groups),
      width_(width),
      stride_((n_groups + kLanes - 1) / kLanes * kLanes),
      w_(stride_ * width, 0.0),
      values_(stride_, 0.0),
      lengths_(n_groups, 0.0) {}

Answer LinearMachine::answer(const double* y, std::uint32_t right) {
    machine_values(w_.data(), y, values_.data(), width_, stride_);
    const auto end = values_.begin() + static_cast<std::ptrdiff_t>(n_groups_);
    const auto largest = std::max_element(values_.begin(), end);
    return {static_cast<std::uint32_t>(largest - values_.begin()), *largest - values_[right]};
}

double LinearMachine::correct(const double* y, std::uint32_t right, std::uint32_t wrong, double c) {
    for (std::size_t i = 0; i < width_; ++i) {
        w_[i * stride_ + right] += c * y[i];
        w_[i * stride_ + wrong] -= c * y[i];
    }
    const double change = relengthened(right) + relengthened(wrong);
    magnitude_ += change;
    return change;
}

double LinearMachine::relengthened(std::uint32_t group) {
    double square = 0.0;
    for (std::size_t i = 0; i < width_; ++i) {
        square += w_[i * stride_ + group] * w_[i * stride_ + group];
    }
    const double before = lengths_[group];
    lengths_[group] = std::sqrt(square);
    return lengths_[group] - before;
}

Functions LinearMachine::functions() const {
    Functions found{n_groups_, {}};
    for (std::size_t g = 0; g < n_groups_; ++g) {
        for (std::size_t i = 0; i < width_; ++i) found.weights.push_back(w_[i * stride_ + g]);
    }
    return found;
}

}  // namespace obliqua
