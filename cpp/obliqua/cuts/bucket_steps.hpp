// The best step by buckets of crossing points (DESIGN section 5): counted in one pass, evaluated
// at the borders between buckets, and looked into only where a bound leaves room.
#pragma once

#include <cmath>
#include <cstdint>

#include "obliqua/criteria/partition.hpp"
#include "obliqua/cuts/border_merits.hpp"
#include "obliqua/cuts/bucket_counts.hpp"
#include "obliqua/cuts/crossings.hpp"
#include "obliqua/cuts/cut.hpp"
#include "obliqua/cuts/step_base.hpp"
#include "obliqua/support/vectors.hpp"

namespace obliqua {

template <class Criterion>
class BucketStepSearch final : public StepBase {
   public:
    explicit BucketStepSearch(const StepRows& rows)
        : StepBase(rows),
          criterion_(total_.data(), rows.n_classes),
          counts_(rows),
          low_(k()),
          inside_(k()) {}

    double merit(std::span<const double> values, const MovingLength&) override {
        const Above above = above_now(values);
        return allowed(above) ? criterion_.merit(above.counts.data(), above.weight) : kNever;
    }

    Step best(std::span<const double> values, std::span<const double> slopes, double floor,
              const MovingLength&) override {
        best_ = {};
        best_.merit = floor;
        points_.resize(n());
        any_sinks_ = find_crossings(values, slopes, points_);
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
    static constexpr std::size_t kSortAll = 32;
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
        const Criterion criterion = criterion_;  // a copy, which no write to the counts can change
        for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
            above.pass(crossings[i]);
            const double point = crossings[i].point;
            const double next = crossings[i + 1].point;
            if (point >= next || !allowed(above)) continue;
            const double merit = criterion.merit(above.counts.data(), above.weight);
            if (better(merit, place, true)) best_ = {true, merit, kInside, place, point, next};
        }
    }

    // --- many rows: buckets -------------------------------------------------------------------

    void search_buckets(std::span<const double> values, std::span<const double> slopes) {
        const BucketMap map = fit_buckets(points_, slopes, k());
        codes_.resize(n());
        assign_buckets(map, points_, values, slopes, codes_);
        counts_.count(codes_, map.n_buckets(), any_sinks_);
        find_ends();
        merit_borders();
        find_survivors();
        refine(slopes);
    }

    // Buckets with crossings lie in [begin_, end_).
    void find_ends() {
        begin_ = 0;
        end_ = counts_.n_buckets();
        while (begin_ < end_ && counts_.rows_here(begin_) <= 0.0) ++begin_;
        while (end_ > begin_ && counts_.rows_here(end_ - 1) <= 0.0) --end_;
    }

    bool border_allowed(std::size_t b) const {
        const double rows = counts_.rows_above()[b + 1];
        return counts_.rows_here(b) > 0.0 && rows >= rows_.min_samples_leaf &&
               static_cast<double>(n()) - rows >= rows_.min_samples_leaf;
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
        crossings_.resize(crossings_.size() + static_cast<std::size_t>(counts_.rows_here(b)));
    }

    // Merits at all borders, class by class where the criterion allows.
    void merit_borders() {
        const std::size_t n_borders = counts_.n_buckets() + 1;
        const double* n_above = counts_.weight_above();
        sums_.resize(n_borders);
        merits_.resize(n_borders);
        if constexpr (Criterion::summed) {
            begin_sums(criterion_, n_above, n_borders, sums_.data());
            for (std::size_t c = 0; c < k(); ++c) {
                add_class(criterion_, c, counts_.above(c), n_above, n_borders, sums_.data());
            }
            finish_sums(criterion_, sums_.data(), n_above, n_borders, merits_.data());
        } else {
            for (std::size_t i = begin_ + 1; i < end_; ++i) {
                for (std::size_t c = 0; c < k(); ++c) low_[c] = counts_.above(c)[i];
                merits_[i] = criterion_.merit(low_.data(), n_above[i]);
            }
        }
        for (std::size_t b = begin_; b + 1 < end_; ++b) {
            if (merits_[b + 1] >= best_.merit && border_allowed(b)) take_border(b, merits_[b + 1]);
        }
    }

    void find_survivors() {
        survivors_.clear();
        crossings_.clear();
        if constexpr (Criterion::has_norm) {
            bound_by_norm();
        }
        for (std::size_t b = begin_; b < end_; ++b) {
            if constexpr (Criterion::has_norm) {
                if (rooms_[b] < 0.0) continue;
            }
            if (counts_.rows_here(b) <= 1.0) continue;
            survive(b, bound_of(b));
        }
    }

    // Which buckets may hold something, into rooms_. From either end of a bucket the norm grows at
    // most by the steps of the rows passed; what one end passes the other does not, so that the
    // norm inside is at most half of the two ends' norms and all steps together.
    void bound_by_norm() {
        const std::size_t n_buckets = counts_.n_buckets();
        norms_of(criterion_, counts_.weight_above(), n_buckets + 1, sums_.data());
        passing_.assign(n_buckets, 0.0);
        for (std::size_t c = 0; c < k(); ++c) {
            add_multiple(passing_.data(), counts_.rises(c), criterion_.step(c), n_buckets);
            if (!counts_.any_sinks()) continue;
            add_multiple(passing_.data(), counts_.sinks(c), criterion_.step(c), n_buckets);
        }
        const Norms norms{sums_.data(), passing_.data(), counts_.weight_above(),
                          counts_.any_sinks() ? counts_.weight_sinks() : nullptr,
                          sum_of(total_.data(), k())};
        rooms_.resize(n_buckets);
        if (norms.sinks != nullptr) {
            rooms_of<true>(norms, best_.merit, n_buckets, rooms_.data());
        } else {
            rooms_of<false>(norms, best_.merit, n_buckets, rooms_.data());
        }
    }

    double bound_of(std::size_t b) {
        double n_low = 0.0;
        double n_inside = 0.0;
        double largest = 0.0;
        for (std::size_t c = 0; c < k(); ++c) {
            low_[c] = counts_.above(c)[b + 1] - counts_.rises(c)[b];
            inside_[c] = counts_.rises(c)[b] + (counts_.any_sinks() ? counts_.sinks(c)[b] : 0.0);
            n_low += low_[c];
            n_inside += inside_[c];
            largest = std::max(largest, inside_[c]);
        }
        const bool seen = ends_seen(b) && counts_.one_way(b);
        if (Criterion::convex && seen && largest == n_inside) return kNever;
        return criterion_.bound({low_.data(), inside_.data(), n_low, n_inside, seen});
    }

    // Sorts the rows of the surviving buckets, the most hopeful first.
    void refine(std::span<const double> slopes) {
        if (survivors_.empty()) return;
        const std::size_t n_buckets = counts_.n_buckets();
        slots_.assign(n_codes(n_buckets), kNoSlot);
        for (std::size_t i = 0; i < survivors_.size(); ++i) {
            const auto slot = static_cast<std::uint32_t>(i);
            slots_[survivors_[i].bucket] = slot;
            slots_[survivors_[i].bucket + sinking_code(n_buckets)] = slot;
        }
        ends_.clear();
        for (const Surviving& survivor : survivors_) ends_.push_back(survivor.begin);
        for (std::size_t j = 0; j < n(); ++j) {
            const std::uint32_t slot = slots_[codes_[j]];
            if (slot != kNoSlot) crossings_[ends_[slot]++] = crossing(j, points_[j], slopes[j]);
        }
        std::sort(survivors_.begin(), survivors_.end(), [](const Surviving& a, const Surviving& b) {
            return a.bound != b.bound ? a.bound > b.bound : a.bucket < b.bucket;
        });
        for (const Surviving& survivor : survivors_) {
            if (!hopeful(survivor.bound, survivor.bucket)) continue;
            Above before = before_bucket(survivor.bucket);
            scan_sorted({crossings_.data() + survivor.begin,
                         static_cast<std::size_t>(counts_.rows_here(survivor.bucket))},
                        before, static_cast<std::int32_t>(survivor.bucket));
        }
    }

    Above before_bucket(std::size_t b) {
        Above before{std::vector<double>(k())};
        for (std::size_t c = 0; c < k(); ++c) before.counts[c] = counts_.above(c)[b];
        before.weight = counts_.weight_above()[b];
        before.rows = counts_.rows_above()[b];
        return before;
    }

    // The gap after the best border, from the points on both sides of it.
    void set_gap() {
        const auto here = static_cast<std::size_t>(best_.bucket);
        std::size_t following = here + 1;
        while (counts_.rows_here(following) <= 0.0) ++following;
        best_.below = kNever;
        best_.beyond = -kNever;
        for (std::size_t j = 0; j < n(); ++j) {
            const std::size_t bucket = bucket_of(codes_[j], counts_.n_buckets());
            if (bucket == here) {
                best_.below = std::max(best_.below, points_[j]);
            } else if (bucket == following) {
                best_.beyond = std::min(best_.beyond, points_[j]);
            }
        }
    }

    static constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

    Criterion criterion_;
    BucketCounts counts_;
    Found best_;
    bool any_sinks_ = false;
    std::size_t begin_ = 0;  // buckets with crossings lie in [begin_, end_)
    std::size_t end_ = 0;
    std::vector<double> points_;
    std::vector<std::uint16_t> codes_;
    // By border.
    std::vector<double> sums_;
    std::vector<double> merits_;
    // By bucket.
    std::vector<double> passing_;
    std::vector<double> rooms_;
    // By class.
    std::vector<double> low_;
    std::vector<double> inside_;
    std::vector<Surviving> survivors_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::size_t> ends_;
};

}  // namespace obliqua
