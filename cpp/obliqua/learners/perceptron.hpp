// What is trained one example at a time (Brodley and Utgoff 1995, sections 2.3 and 3.3): a
// threshold unit or a linear machine, and the correction of its errors.
//
// With two groups a machine that starts from zero has opposite functions for ever. So it is kept as
// one function, the second group's, and what is said of machines is true of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/learners/examples.hpp"
#include "obliqua/learners/learner.hpp"

namespace obliqua {

// Pattern vectors, (terms, 1), one after another.
class PatternVectors {
   public:
    PatternVectors(const Examples& examples, const Positions& terms);

    std::size_t n() const { return square_.size(); }
    std::size_t width() const { return width_; }
    const double* operator[](std::size_t j) const { return values_.data() + j * width_; }
    double square(std::size_t j) const { return square_[j]; }  // Y'Y

   private:
    std::size_t width_;
    std::vector<double> values_;
    std::vector<double> square_;
};

// How a pattern is answered: the group, and for a wrong answer by how much the right group's value
// falls short of it.
struct Answer {
    std::uint32_t group = 0;
    double gap = 0.0;
};

class ThresholdUnit {
   public:
    ThresholdUnit(std::size_t, std::size_t width) : w_(width, 0.0) {}

    Answer answer(const double* y, std::uint32_t) const {
        const double value = product(y);
        return {value > 0.0 ? 1U : 0U, 2.0 * std::abs(value)};
    }
    // W_right += c Y, W_wrong -= c Y; returns by how much the magnitude changes.
    double correct(const double* y, std::uint32_t right, std::uint32_t, double c);
    double magnitude() const { return 2.0 * length_; }
    Functions functions() const { return {1, w_}; }

   private:
    double product(const double* y) const;

    std::vector<double> w_;
    double length_ = 0.0;
};

class LinearMachine {
   public:
    LinearMachine(std::size_t n_groups, std::size_t width);

    // Of equal values the first group's wins.
    Answer answer(const double* y, std::uint32_t right);
    double correct(const double* y, std::uint32_t right, std::uint32_t wrong, double c);
    double magnitude() const { return magnitude_; }
    Functions functions() const;

   private:
    double relengthened(std::uint32_t group);

    std::size_t n_groups_;
    std::size_t width_;
    std::size_t stride_;     // groups, rounded up so that loops over them have no rest
    std::vector<double> w_;  // term after term, the groups' weights side by side
    std::vector<double> values_;
    std::vector<double> lengths_;
    double magnitude_ = 0.0;
};

}  // namespace obliqua
