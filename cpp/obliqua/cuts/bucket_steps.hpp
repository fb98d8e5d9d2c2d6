// The best step by buckets of crossing points (DESIGN section 5): counted in one pass, evaluated
// at the borders between buckets, and looked into only where a bound leaves room.
#pragma once

#include <cmath>
#include <cstdint>

#include "obliqua/criteria/partition.hpp"
#include "obliqua/cuts/crossings.hpp"
#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_base.hpp"

namespace obliqua {

template <class Criterion>
class BucketStepSearch final : public StepBase {
   public:
    explicit BucketStepSearch(const StepRows& rows)
        : StepBase(rows), criterion_(total_.data(), rows.n_classes), low_(k()), inside_(k()) {}

    double merit(std::span<const double> values, const MovingLength&) override {
        const Above above = above_now(values);
        return allowed(above) ? criterion_.merit(above.counts.data(), above.weight) : kNever;
    }

    Step best(std::span<const double> values, std::span<const double> slopes, double floor,
              const MovingLength&) override {
        best_ = {};
        best_.merit = floor;
        points_.resize(n());
        signs_ = find_crossings(values, slopes, points_);
        if (n() <= kSortAll) {
            search_all(values, slopes);
        } else {
            search_buckets(values, slopes);
        }
        if (!best_.found) return {};
        if (best_.bucket != kInside) set_gap();
        return {true, best_.merit, between(best_.below, best_.beyond)};
    }

   private:
    static constexpr std::size_t kSortAll = 64;
    static constexpr std::int32_t kInside = -1;

    struct Found {
        bool found = false;
        double merit = kNever;
        std::int32_t bucket = kInside;  // the border after this bucket, or inside one
        std::int32_t place = 0;         // bucket of the gap, which orders equal merits
        double below = 0.0;
        double beyond = 0.0;
    };

    struct Surviving {
        double bound;
        std::size_t bucket;
        std::size_t begin;  // its rows in crossings_
    };

    // Equal merits: the smaller step. Inside a bucket comes before the border after it.
    bool better(double merit, std::int32_t place, bool inside) const {
        if (merit != best_.merit) return merit > best_.merit;
        if (!best_.found) return true;
        if (place != best_.place) return place < best_.place;
        return inside && best_.bucket != kInside;
    }

    bool hopeful(double bound, std::size_t place) const {
        if (bound != best_.merit || !best_.found) return bound >= best_.merit;
        return static_cast<std::int32_t>(place) <= best_.place;
    }

    // --- few rows: sort them ------------------------------------------------------------------

    void search_all(std::span<const double> values, std::span<const double> slopes) {
        crossings_.clear();
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] != 0.0) crossings_.push_back(crossing(j, points_[j], slopes[j]));
        }
        Above above = above_first(values, slopes);
        scan_sorted(crossings_, above, 0);
    }

    // Visits the gaps between crossings, which all lie in bucket `place`.
    void scan_sorted(std::span<Crossing> crossings, Above& above, std::int32_t place) {
        sort(crossings);
        for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
            above.pass(crossings[i]);
            const double point = crossings[i].point;
            const double next = crossings[i + 1].point;
            if (point >= next || !allowed(above)) continue;
            const double merit = criterion_.merit(above.counts.data(), above.weight);
            if (better(merit, place, true)) best_ = {true, merit, kInside, place, point, next};
        }
    }

    // --- many rows: buckets -------------------------------------------------------------------

    void search_buckets(std::span<const double> values, std::span<const double> slopes) {
        const BucketMap map = fit_buckets(points_, slopes, k());
        buckets_.resize(n());
        assign_buckets(map, points_, slopes, buckets_);
        n_buckets_ = map.n_buckets();
        // One bucket more, for rows that never cross.
        width_ = n_buckets_ + 1;
        count(slopes);
        accumulate(values);
        merit_borders();
        find_survivors();
        refine(slopes);
    }

    double* rises(std::size_t c) { return rises_.data() + c * width_; }
    double* sinks(std::size_t c) { return sinks_.data() + c * width_; }
    double* above(std::size_t c) { return above_.data() + c * width_; }

    void count(std::span<const double> slopes) {
        const bool weighted = !rows_.weights.empty();
        count_side<false>(slopes, rises_, rows_rising_, weighted);
        if (signs_.any_negative) count_side<true>(slopes, sinks_, rows_sinking_, weighted);
    }

    // Weight per class and bucket, and rows per bucket, of the rows that rise or that sink.
    template <bool kSinks>
    void count_side(std::span<const double> slopes, std::vector<double>& counts,
                    std::vector<double>& rows, bool weighted) {
        const bool mixed = signs_.any_negative;
        tally_.assign(width_ * (weighted ? 1 : k()), 0);
        counts.assign(width_ * k(), 0.0);
        for (std::size_t c = 0; c < k(); ++c) {
            std::uint32_t* tally = tally_.data() + (weighted ? 0 : c * width_);
            double* weights = counts.data() + c * width_;
            for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j) {
                if (mixed && (slopes[j] < 0.0) != kSinks) continue;
                ++tally[buckets_[j]];
                if (weighted) weights[buckets_[j]] += rows_.weights[j];
            }
        }
        if (!weighted) counts.assign(tally_.begin(), tally_.end());
        rows.assign(width_, 0.0);
        const std::size_t parts = weighted ? 1 : k();
        for (std::size_t c = 0; c < parts; ++c) {
            const std::uint32_t* tally = tally_.data() + c * width_;
            for (std::size_t b = 0; b < width_; ++b) rows[b] += tally[b];
        }
    }

    // Before the first bucket: rows that will sink, and rows above that never cross.
    void find_first(std::span<const double> values) {
        first_ = Above{std::vector<double>(k(), 0.0)};
        if (signs_.any_negative) {
            for (std::size_t c = 0; c < k(); ++c) {
                first_.counts[c] = sum_of(sinks(c), n_buckets_);
                first_.weight += first_.counts[c];
            }
            first_.rows = sum_of(rows_sinking_.data(), n_buckets_);
        }
        if (!signs_.any_zero) return;
        for (std::size_t j = 0; j < n(); ++j) {
            if (buckets_[j] == n_buckets_ && values[j] > 0.0)
                first_.add(rows_.labels[j], weight(j), 1.0);
        }
    }

    // Who is above after each bucket.
    void accumulate(std::span<const double> values) {
        find_first(values);
        above_.resize(width_ * k());
        weight_above_.assign(width_, 0.0);
        for (std::size_t c = 0; c < k(); ++c) {
            double sum = first_.counts[c];
            for (std::size_t b = 0; b < n_buckets_; ++b) {
                sum += rises(c)[b];
                if (signs_.any_negative) sum -= sinks(c)[b];
                above(c)[b] = sum;
                weight_above_[b] += sum;
            }
        }
        rows_above_.resize(width_);
        rows_here_.resize(width_);
        double rows = first_.rows;
        begin_ = n_buckets_;
        end_ = 0;
        for (std::size_t b = 0; b < n_buckets_; ++b) {
            const double sinking = signs_.any_negative ? rows_sinking_[b] : 0.0;
            rows += rows_rising_[b] - sinking;
            rows_above_[b] = rows;
            rows_here_[b] = rows_rising_[b] + sinking;
            if (rows_here_[b] <= 0.0) continue;
            begin_ = std::min(begin_, b);
            end_ = b + 1;
        }
    }

    bool border_allowed(std::size_t b) const {
        return rows_here_[b] > 0.0 && rows_above_[b] >= rows_.min_samples_leaf &&
               static_cast<double>(n()) - rows_above_[b] >= rows_.min_samples_leaf;
    }

    void take_border(std::size_t b, double merit) {
        const auto place = static_cast<std::int32_t>(b);
        if (better(merit, place, false)) best_ = {true, merit, place, place, 0.0, 0.0};
    }

    // No step leads before the first crossing or beyond the last.
    bool ends_seen(std::size_t b) const {
        return rows_.min_samples_leaf <= 1.0 && b != begin_ && b + 1 != end_;
    }

    void survive(std::size_t b, double bound) {
        if (!hopeful(bound, b)) return;
        survivors_.push_back({bound, b, crossings_.size()});
        crossings_.resize(crossings_.size() + static_cast<std::size_t>(rows_here_[b]));
    }

    // Merits of all borders, class by class where the criterion allows, in loops that vectorise.
    void merit_borders() {
        merits_.resize(width_);
        if constexpr (Criterion::summed) {
            sums_.resize(width_);
            const double* n_above = weight_above_.data();
            for (std::size_t b = 0; b < n_buckets_; ++b) sums_[b] = criterion_.begin(n_above[b]);
            for (std::size_t c = 0; c < k(); ++c) {
                const double* counts = above(c);
                for (std::size_t b = 0; b < n_buckets_; ++b) {
                    sums_[b] = criterion_.add(sums_[b], c, counts[b], n_above[b]);
                }
            }
            for (std::size_t b = 0; b < n_buckets_; ++b) {
                merits_[b] = criterion_.finish(sums_[b], n_above[b]);
            }
        } else {
            for (std::size_t b = begin_; b < end_; ++b) {
                for (std::size_t c = 0; c < k(); ++c) low_[c] = above(c)[b];
                merits_[b] = criterion_.merit(low_.data(), weight_above_[b]);
            }
        }
        for (std::size_t b = begin_; b + 1 < end_; ++b) {
            if (merits_[b] >= best_.merit && border_allowed(b)) take_border(b, merits_[b]);
        }
    }

    void find_survivors() {
        survivors_.clear();
        crossings_.clear();
        if constexpr (Criterion::has_norm) bound_by_norm();
        for (std::size_t b = begin_; b < end_; ++b) {
            if (rows_here_[b] <= 1.0) continue;
            if constexpr (Criterion::has_norm) {
                if (merits_[b] < best_.merit) continue;
            }
            survive(b, bound_of(b));
        }
    }

    // A bound per bucket into merits_. From either end of a bucket the norm grows at most by the
    // steps of the rows passed; what one end passes the other does not, so that the norm inside is
    // at most half of the two ends' norms and all steps together.
    void bound_by_norm() {
        const bool mixed = signs_.any_negative;
        passing_.assign(width_, 0.0);
        for (std::size_t c = 0; c < k(); ++c) {
            const double step = criterion_.step(c);
            const double* up = rises(c);
            const double* down = mixed ? sinks(c) : nullptr;
            for (std::size_t b = 0; b < n_buckets_; ++b) passing_[b] += step * up[b];
            for (std::size_t b = 0; mixed && b < n_buckets_; ++b) passing_[b] += step * down[b];
        }
        const double n = sum_of(total_.data(), k());
        double sum = criterion_.begin(first_.weight);
        for (std::size_t c = 0; c < k(); ++c) {
            sum = criterion_.add(sum, c, first_.counts[c], first_.weight);
        }
        double norm_before = criterion_.norm(sum, first_.weight);
        double weight_before = first_.weight;
        for (std::size_t b = begin_; b < end_; ++b) {
            const double norm_after = criterion_.norm(sums_[b], weight_above_[b]);
            const double sinking = mixed ? weight_sinking(b) : 0.0;
            const double low = weight_before - sinking;
            const double high = weight_above_[b] + sinking;
            const double least = std::min(low * (n - low), high * (n - high));
            const double norm = 0.5 * (norm_before + norm_after + passing_[b]);
            merits_[b] = least > 0.0 ? raised(norm * norm / least / (n * n)) : -kNever;
            norm_before = norm_after;
            weight_before = weight_above_[b];
        }
    }

    double weight_sinking(std::size_t b) {
        double sum = 0.0;
        for (std::size_t c = 0; c < k(); ++c) sum += sinks(c)[b];
        return sum;
    }

    double bound_of(std::size_t b) {
        double n_low = 0.0;
        double n_inside = 0.0;
        double largest = 0.0;
        for (std::size_t c = 0; c < k(); ++c) {
            low_[c] = above(c)[b] - rises(c)[b];
            inside_[c] = rises(c)[b] + (signs_.any_negative ? sinks(c)[b] : 0.0);
            n_low += low_[c];
            n_inside += inside_[c];
            largest = std::max(largest, inside_[c]);
        }
        const bool one_way =
            !signs_.any_negative || rows_sinking_[b] == 0.0 || rows_rising_[b] == 0.0;
        const bool seen = ends_seen(b) && one_way;
        if (Criterion::convex && seen && largest == n_inside) return kNever;
        return criterion_.bound({low_.data(), inside_.data(), n_low, n_inside, seen});
    }

    // Sorts the rows of the surviving buckets, the most hopeful first.
    void refine(std::span<const double> slopes) {
        if (survivors_.empty()) return;
        slots_.assign(width_, kNoSlot);
        for (const Surviving& survivor : survivors_) {
            slots_[survivor.bucket] = static_cast<std::uint32_t>(survivor.begin);
        }
        for (std::size_t j = 0; j < n(); ++j) {
            std::uint32_t& slot = slots_[buckets_[j]];
            if (slot != kNoSlot) crossings_[slot++] = crossing(j, points_[j], slopes[j]);
        }
        std::sort(survivors_.begin(), survivors_.end(), [](const Surviving& a, const Surviving& b) {
            return a.bound != b.bound ? a.bound > b.bound : a.bucket < b.bucket;
        });
        for (const Surviving& survivor : survivors_) {
            if (!hopeful(survivor.bound, survivor.bucket)) continue;
            Above before = before_bucket(survivor.bucket);
            scan_sorted({crossings_.data() + survivor.begin,
                         static_cast<std::size_t>(rows_here_[survivor.bucket])},
                        before, static_cast<std::int32_t>(survivor.bucket));
        }
    }

    Above before_bucket(std::size_t b) {
        if (b == 0) return first_;
        Above before{std::vector<double>(k())};
        for (std::size_t c = 0; c < k(); ++c) before.counts[c] = above(c)[b - 1];
        before.weight = weight_above_[b - 1];
        before.rows = rows_above_[b - 1];
        return before;
    }

    // The gap after the best border, from the points on both sides of it.
    void set_gap() {
        const auto here = static_cast<std::uint16_t>(best_.bucket);
        std::size_t following = static_cast<std::size_t>(best_.bucket) + 1;
        while (rows_here_[following] <= 0.0) ++following;
        const auto next = static_cast<std::uint16_t>(following);
        best_.below = kNever;
        best_.beyond = -kNever;
        for (std::size_t j = 0; j < n(); ++j) {
            if (buckets_[j] == here) {
                best_.below = std::max(best_.below, points_[j]);
            } else if (buckets_[j] == next) {
                best_.beyond = std::min(best_.beyond, points_[j]);
            }
        }
    }

    static constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

    Criterion criterion_;
    Found best_;
    SlopeSigns signs_;
    std::size_t n_buckets_ = 0;
    std::size_t width_ = 0;
    std::size_t begin_ = 0;  // buckets with crossings lie in [begin_, end_)
    std::size_t end_ = 0;
    Above first_;
    std::vector<double> points_;
    std::vector<std::uint16_t> buckets_;
    std::vector<std::uint32_t> tally_;
    // By class and bucket: weight that rises, weight that sinks, weight above afterwards.
    std::vector<double> rises_;
    std::vector<double> sinks_;
    std::vector<double> above_;
    // By bucket.
    std::vector<double> rows_rising_;
    std::vector<double> rows_sinking_;
    std::vector<double> rows_here_;
    std::vector<double> rows_above_;
    std::vector<double> weight_above_;
    std::vector<double> sums_;
    std::vector<double> merits_;
    std::vector<double> passing_;
    std::vector<double> low_;
    std::vector<double> inside_;
    std::vector<Surviving> survivors_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace obliqua
