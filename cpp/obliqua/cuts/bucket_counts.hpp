// Rows counted by class and by the bucket in which they cross a moving hyperplane.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/cuts/crossings.hpp"
#include "obliqua/cuts/step_search.hpp"

namespace obliqua {

// Border i is before bucket i, so that there is one border more than buckets. Arrays by border or
// by bucket are plain rows of doubles, over which criteria are evaluated many at a time.
class BucketCounts {
   public:
    // The rows must outlive the counts.
    explicit BucketCounts(const StepRows& rows);

    // `codes` are those of assign_buckets.
    void count(std::span<const std::uint16_t> codes, std::size_t n_buckets, bool any_sinks);

    std::size_t n_buckets() const { return n_buckets_; }
    bool any_sinks() const { return any_sinks_; }

    // By border: what is above the hyperplane there.
    const double* above(std::size_t c) const { return above_.data() + c * stride_; }
    const double* weight_above() const { return weight_above_.data(); }
    const double* rows_above() const {
        return weighted() ? rows_above_.data() : weight_above_.data();
    }
    // By bucket: what crosses in it. Nothing sinks unless any_sinks().
    const double* rises(std::size_t c) const { return rises_.data() + c * stride_; }
    const double* sinks(std::size_t c) const { return sinks_.data() + c * stride_; }
    const double* weight_sinks() const { return weight_sinks_.data(); }
    double rows_here(std::size_t b) const {
        return static_cast<double>(rising_[b]) + (any_sinks_ ? sinking_[b] : 0);
    }
    bool one_way(std::size_t b) const { return !any_sinks_ || rising_[b] == 0 || sinking_[b] == 0; }

   private:
    bool weighted() const { return !rows_.weights.empty(); }
    void tally_rows(std::span<const std::uint16_t> codes);
    void tally_weights(std::span<const std::uint16_t> codes);
    template <class Number>
    void add_up(const std::vector<Number>& tally);
    void add_rows();

    StepRows rows_;
    std::vector<std::size_t> class_begin_;
    std::size_t n_buckets_ = 0;
    std::size_t stride_ = 0;  // between the rows of arrays by class
    std::size_t codes_ = 0;   // how many codes there are
    bool any_sinks_ = false;
    std::vector<std::int32_t> tally_;  // by class and code; of weighted rows, by code
    std::vector<double> weights_;      // by class and code
    std::vector<double> above_, rises_, sinks_;
    std::vector<double> weight_above_, weight_sinks_, rows_above_;
    std::vector<std::int32_t> rising_, sinking_;
};

}  // namespace obliqua
