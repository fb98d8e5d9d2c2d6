#include "obliqua/learners/sweep.hpp"

#include <algorithm>

namespace obliqua {

SweptSystem::SweptSystem(const std::vector<double>& m, const std::vector<double>& b, double least)
    : width_(b.size() + 1), least_(least), a_(width_ * width_, 0.0), inside_(b.size(), false) {
    const std::size_t size = b.size();
    for (std::size_t i = 0; i < size; ++i) {
        std::copy_n(m.begin() + static_cast<std::ptrdiff_t>(i * size), size,
                    a_.begin() + static_cast<std::ptrdiff_t>(i * width_));
        a_[i * width_ + size] = b[i];
        a_[size * width_ + i] = b[i];
    }
}

// Outside, the pivot is a Schur complement of M, inside, minus the inverse of one: neither is
// nearer to zero than M's least eigenvalue allows, whatever rounding says.
double SweptSystem::pivot(std::size_t i) const {
    return inside_[i] ? std::min(at(i, i), -1e-300) : std::max(at(i, i), least_);
}

// Inside, the matrix holds minus the inverse, so that taking a term out is the same operation but
// for a sign.
void SweptSystem::toggle(std::size_t i) {
    const double p = pivot(i);
    const double sign = inside_[i] ? -1.0 : 1.0;
    std::vector<double> row(a_.begin() + static_cast<std::ptrdiff_t>(i * width_),
                            a_.begin() + static_cast<std::ptrdiff_t>((i + 1) * width_));
    for (std::size_t j = 0; j < width_; ++j) {
        if (j == i) continue;
        const double factor = row[j] / p;
        double* const target = a_.data() + j * width_;
        for (std::size_t k = 0; k < width_; ++k) target[k] -= factor * row[k];
    }
    for (std::size_t j = 0; j < width_; ++j) {
        a_[i * width_ + j] = sign * row[j] / p;
        a_[j * width_ + i] = sign * row[j] / p;
    }
    a_[i * width_ + i] = -1.0 / p;
    inside_[i] = !inside_[i];
}

std::vector<double> SweptSystem::solution() const {
    std::vector<double> found(n(), 0.0);
    for (std::size_t i = 0; i < n(); ++i) {
        if (inside_[i]) found[i] = at(i, n());
    }
    return found;
}

std::vector<double> SweptSystem::solution_with_toggled(std::size_t i) const {
    std::vector<double> found = solution();
    const double change = at(i, n()) / pivot(i);
    for (std::size_t j = 0; j < n(); ++j) {
        if (inside_[j]) found[j] -= change * at(j, i);
    }
    found[i] = inside_[i] ? 0.0 : change;
    return found;
}

}  // namespace obliqua
