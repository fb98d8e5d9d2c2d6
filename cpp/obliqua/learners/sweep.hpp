// The sweep operator on a system of normal equations: terms enter a regression, and leave it, in
// O(d^2) (Beaton 1964; Goodnight 1979).
#pragma once

#include <cstddef>
#include <vector>

namespace obliqua {

// Holds (M b; b' 0) swept on some terms. M is symmetric and no eigenvalue is below `least`.
class SweptSystem {
   public:
    // `m` is n by n, row after row.
    SweptSystem(const std::vector<double>& m, const std::vector<double>& b, double least);

    std::size_t n() const { return width_ - 1; }
    bool inside(std::size_t i) const { return inside_[i]; }
    // Takes a term in, or out.
    void toggle(std::size_t i);

    // The coefficients of the terms inside, zero for others.
    std::vector<double> solution() const;
    // The same as if `i` were toggled, in O(d).
    std::vector<double> solution_with_toggled(std::size_t i) const;

   private:
    double at(std::size_t i, std::size_t j) const { return a_[i * width_ + j]; }
    double pivot(std::size_t i) const;

    std::size_t width_;
    double least_;
    std::vector<double> a_;
    std::vector<bool> inside_;
};

}  // namespace obliqua
