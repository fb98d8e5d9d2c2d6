#include "obliqua/cuts/bucket_counts.hpp"

#include <algorithm>

#include "obliqua/support/multiversion.hpp"

namespace obliqua {

namespace {

OBLIQUA_MULTIVERSION
void add_to(double* __restrict sums, const double* __restrict values, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) sums[i] += values[i];
}

OBLIQUA_MULTIVERSION
void add_to(std::int32_t* __restrict sums, const std::int32_t* __restrict values, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) sums[i] += values[i];
}

OBLIQUA_MULTIVERSION
void to_doubles(double* __restrict to, const std::int32_t* __restrict from, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = from[i];
}

void to_doubles(double* to, const double* from, std::size_t n) { std::copy_n(from, n, to); }

// Enough for as many elements; what was there does not matter.
template <class T>
void make_room(std::vector<T>& values, std::size_t n) {
    if (values.size() < n) values.resize(n);
}

}  // namespace

BucketCounts::BucketCounts(const StepRows& rows)
    : rows_(rows), class_begin_(rows.n_classes + 1, 0) {
    for (const ClassId label : rows.labels) ++class_begin_[std::size_t{label} + 1];
    for (std::size_t c = 0; c < rows.n_classes; ++c) class_begin_[c + 1] += class_begin_[c];
}

void BucketCounts::count(std::span<const std::uint16_t> codes, std::size_t n_buckets,
                         bool any_sinks) {
    n_buckets_ = n_buckets;
    any_sinks_ = any_sinks;
    stride_ = n_buckets + 1;
    codes_ = n_codes(n_buckets) / (any_sinks ? 1 : 2);
    const std::size_t k = rows_.n_classes;
    make_room(above_, stride_ * k);
    make_room(rises_, stride_ * k);
    if (any_sinks) make_room(sinks_, stride_ * k);
    weight_above_.assign(stride_, 0.0);
    if (any_sinks) weight_sinks_.assign(stride_, 0.0);
    rising_.assign(n_buckets, 0);
    if (any_sinks) sinking_.assign(n_buckets, 0);
    if (weighted()) {
        tally_weights(codes);
        add_up(weights_);
        add_rows();
    } else {
        tally_rows(codes);
        add_up(tally_);
        for (std::size_t c = 0; c < k; ++c) {
            const std::int32_t* tally = tally_.data() + c * codes_;
            add_to(rising_.data(), tally, n_buckets);
            if (any_sinks) add_to(sinking_.data(), tally + sinking_code(n_buckets), n_buckets);
        }
    }
}

void BucketCounts::tally_rows(std::span<const std::uint16_t> codes) {
    tally_.assign(codes_ * rows_.n_classes, 0);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        std::int32_t* tally = tally_.data() + c * codes_;
        for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j) ++tally[codes[j]];
    }
}

void BucketCounts::tally_weights(std::span<const std::uint16_t> codes) {
    tally_.assign(codes_, 0);
    weights_.assign(codes_ * rows_.n_classes, 0.0);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        double* weights = weights_.data() + c * codes_;
        for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j) {
            ++tally_[codes[j]];
            weights[codes[j]] += rows_.weights[j];
        }
    }
}

// Before the first bucket those rows are above that will sink, and those that always are.
template <class Number>
void BucketCounts::add_up(const std::vector<Number>& tally) {
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        const Number* rises = tally.data() + c * codes_;
        const Number* sinks = rises + sinking_code(n_buckets_);
        double* above = above_.data() + c * stride_;
        Number sum = rises[always_above_code(n_buckets_)];
        to_doubles(rises_.data() + c * stride_, rises, n_buckets_);
        if (any_sinks_) {
            to_doubles(sinks_.data() + c * stride_, sinks, n_buckets_);
            add_to(weight_sinks_.data(), sinks_.data() + c * stride_, n_buckets_);
            for (std::size_t b = 0; b < n_buckets_; ++b) sum += sinks[b];
            for (std::size_t b = 0; b < n_buckets_; ++b) {
                above[b] = static_cast<double>(sum);
                sum += rises[b] - sinks[b];
            }
        } else {
            for (std::size_t b = 0; b < n_buckets_; ++b) {
                above[b] = static_cast<double>(sum);
                sum += rises[b];
            }
        }
        above[n_buckets_] = static_cast<double>(sum);
        add_to(weight_above_.data(), above, stride_);
    }
}

void BucketCounts::add_rows() {
    make_room(rows_above_, stride_);
    const std::int32_t* sinks = tally_.data() + sinking_code(n_buckets_);
    std::copy_n(tally_.begin(), n_buckets_, rising_.begin());
    std::int32_t sum = tally_[always_above_code(n_buckets_)];
    if (any_sinks_) {
        std::copy_n(sinks, n_buckets_, sinking_.begin());
        for (std::size_t b = 0; b < n_buckets_; ++b) sum += sinks[b];
    }
    for (std::size_t b = 0; b < n_buckets_; ++b) {
        rows_above_[b] = sum;
        sum += rising_[b] - (any_sinks_ ? sinking_[b] : 0);
    }
    rows_above_[n_buckets_] = sum;
}

}  // namespace obliqua
