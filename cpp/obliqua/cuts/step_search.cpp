#include "obliqua/cuts/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "obliqua/cuts/crossings.hpp"
#include "obliqua/cuts/cut.hpp"

namespace obliqua {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// Rows that cross at or around one point. A row with a positive slope rises above the hyperplane
// there, one with a negative slope sinks below it.
struct Crossing {
    double point;
    double weight;
    ClassId label;
    bool sinks;
};

// Counts of the rows above the hyperplane while it moves.
struct Above {
    std::vector<double> counts;
    double weight = 0.0;
    double rows = 0.0;

    void add(ClassId label, double w, double sign) {
        counts[label] += sign * w;
        weight += sign * w;
        rows += sign;
    }
    void pass(const Crossing& crossing) {
        add(crossing.label, crossing.weight, crossing.sinks ? -1.0 : 1.0);
    }
};

class StepBase : public StepSearch {
   public:
    explicit StepBase(const StepRows& rows) : rows_(rows), total_(rows.n_classes, 0.0) {
        for (std::size_t j = 0; j < n(); ++j) total_[rows.labels[j]] += weight(j);
    }

   protected:
    std::size_t n() const { return rows_.labels.size(); }
    std::size_t k() const { return rows_.n_classes; }
    double weight(std::size_t j) const { return rows_.weights.empty() ? 1.0 : rows_.weights[j]; }

    bool allowed(const Above& above) const {
        return above.rows >= rows_.min_samples_leaf &&
               static_cast<double>(n()) - above.rows >= rows_.min_samples_leaf;
    }

    Above above_now(std::span<const double> values) const {
        Above above{std::vector<double>(k(), 0.0)};
        for (std::size_t j = 0; j < n(); ++j) {
            if (values[j] > 0.0) above.add(rows_.labels[j], weight(j), 1.0);
        }
        return above;
    }

    // Before the first crossing: rows that will sink, and rows above that never cross.
    Above above_first(std::span<const double> values, std::span<const double> slopes) const {
        Above above{std::vector<double>(k(), 0.0)};
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] < 0.0 || (slopes[j] == 0.0 && values[j] > 0.0)) {
                above.add(rows_.labels[j], weight(j), 1.0);
            }
        }
        return above;
    }

    Crossing crossing(std::size_t j, double point, double slope) const {
        return {point, weight(j), rows_.labels[j], slope < 0.0};
    }

    static void sort(std::span<Crossing> crossings) {
        std::sort(crossings.begin(), crossings.end(),
                  [](const Crossing& a, const Crossing& b) { return a.point < b.point; });
    }

    StepRows rows_;
    std::vector<double> total_;
    std::vector<Crossing> crossings_;
};

// A user's criterion scores every border in one call.
class CustomStepSearch final : public StepBase {
   public:
    CustomStepSearch(ScoreFunction score, const StepRows& rows)
        : StepBase(rows), score_(std::move(score)) {}

    double merit(std::span<const double> values) override {
        const Above above = above_now(values);
        if (!allowed(above)) return kNever;
        std::vector<double> below(k());
        for (std::size_t i = 0; i < k(); ++i) below[i] = total_[i] - above.counts[i];
        double score = kNever;
        score_(below.data(), above.counts.data(), 1, k(), &score);
        return std::isnan(score) ? kNever : score;
    }

    Step best(std::span<const double> values, std::span<const double> slopes,
              double floor) override {
        crossings_.clear();
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] != 0.0)
                crossings_.push_back(crossing(j, -values[j] / slopes[j], slopes[j]));
        }
        sort(crossings_);
        Above above = above_first(values, slopes);
        std::vector<double> lefts;
        std::vector<double> rights;
        std::vector<double> deltas;
        for (std::size_t i = 0; i + 1 < crossings_.size(); ++i) {
            above.pass(crossings_[i]);
            if (crossings_[i].point >= crossings_[i + 1].point || !allowed(above)) continue;
            deltas.push_back(between(crossings_[i].point, crossings_[i + 1].point));
            for (std::size_t c = 0; c < k(); ++c) {
                lefts.push_back(total_[c] - above.counts[c]);
                rights.push_back(above.counts[c]);
            }
        }
        if (deltas.empty()) return {};
        std::vector<double> scores(deltas.size());
        score_(lefts.data(), rights.data(), deltas.size(), k(), scores.data());
        Step best{false, floor, 0.0};
        for (std::size_t i = 0; i < deltas.size(); ++i) {
            if (scores[i] > best.merit || (!best.found && scores[i] == floor)) {
                best = {true, scores[i], deltas[i]};
            }
        }
        return best;
    }

   private:
    ScoreFunction score_;
};

// Buckets of crossing points hold, per class, the weight that rises and the weight that sinks,
// then the rows that do.
template <class Criterion>
class BucketStepSearch final : public StepBase {
   public:
    explicit BucketStepSearch(const StepRows& rows)
        : StepBase(rows), criterion_(total_.data(), rows.n_classes), inside_(k()), low_(k()) {}

    double merit(std::span<const double> values) override {
        return merit_of_side(above_now(values));
    }

    Step best(std::span<const double> values, std::span<const double> slopes,
              double floor) override {
        best_ = {};
        best_.merit = floor;
        above_ = above_first(values, slopes);
        points_.resize(n());
        find_crossings(values, slopes, points_);
        if (n() <= kSortAll) {
            search_all(slopes);
        } else {
            search_buckets(slopes);
        }
        if (!best_.found) return {};
        if (best_.bucket != kInside) set_gap(best_.bucket);
        return {true, best_.merit, between(best_.below, best_.beyond)};
    }

   private:
    static constexpr std::size_t kSortAll = 64;
    static constexpr std::int32_t kInside = -1;
    static constexpr std::size_t kNoSlot = std::numeric_limits<std::size_t>::max();

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
        std::int32_t bucket;
        std::size_t begin;  // its rows in crossings_
        Above above;        // before the bucket
    };

    double merit_of_side(const Above& above) const {
        return allowed(above) ? criterion_.merit(above.counts.data(), above.weight) : kNever;
    }

    // --- few rows: sort them ------------------------------------------------------------------

    void search_all(std::span<const double> slopes) {
        crossings_.clear();
        for (std::size_t j = 0; j < n(); ++j) {
            if (slopes[j] != 0.0) crossings_.push_back(crossing(j, points_[j], slopes[j]));
        }
        scan_sorted(crossings_, above_, 0);
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

    // Equal merits: the smaller delta. Inside a bucket comes before the border after it.
    bool better(double merit, std::int32_t place, bool inside) const {
        if (merit != best_.merit) return merit > best_.merit;
        if (!best_.found) return true;
        if (place != best_.place) return place < best_.place;
        return inside && best_.bucket != kInside;
    }

    // --- many rows: buckets -------------------------------------------------------------------

    void search_buckets(std::span<const double> slopes) {
        const BucketMap map = fit_buckets(points_, slopes, k());
        buckets_.resize(n());
        assign_buckets(map, points_, slopes, buckets_);
        n_buckets_ = map.n_buckets();
        two_sided_ = std::any_of(slopes.begin(), slopes.end(), [](double c) { return c < 0.0; });
        stride_ = two_sided_ ? 2 * k() : k();
        if (rows_.weights.empty()) {
            count_rows(slopes);
        } else {
            count_weights(slopes);
        }
        scan_borders();
        find_survivors();
        refine(slopes);
    }

    std::size_t tag(std::size_t j, std::span<const double> slopes) const {
        return rows_.labels[j] + (two_sided_ && slopes[j] < 0.0 ? k() : 0);
    }

    // Rows without a crossing are counted in a bucket of their own, beyond the last.
    void count_rows(std::span<const double> slopes) {
        tally_.assign((n_buckets_ + 1) * stride_, 0);
        for (std::size_t j = 0; j < n(); ++j) ++tally_[buckets_[j] * stride_ + tag(j, slopes)];
        counts_.assign(tally_.begin(), tally_.end());
        rows_in_.resize((n_buckets_ + 1) * 2);
        for (std::size_t b = 0; b <= n_buckets_; ++b) {
            const double* counts = counts_.data() + b * stride_;
            rows_in_[2 * b] = sum_of(counts, k());
            rows_in_[2 * b + 1] = two_sided_ ? sum_of(counts + k(), k()) : 0.0;
        }
    }

    void count_weights(std::span<const double> slopes) {
        counts_.assign((n_buckets_ + 1) * stride_, 0.0);
        rows_in_.assign((n_buckets_ + 1) * 2, 0.0);
        for (std::size_t j = 0; j < n(); ++j) {
            counts_[buckets_[j] * stride_ + tag(j, slopes)] += rows_.weights[j];
            rows_in_[2 * std::size_t{buckets_[j]} + (slopes[j] < 0.0 ? 1 : 0)] += 1.0;
        }
    }

    double rows_of(std::size_t b) const { return rows_in_[2 * b] + rows_in_[2 * b + 1]; }

    void pass_bucket(Above& above, std::size_t b) const {
        const double* counts = counts_.data() + b * stride_;
        for (std::size_t c = 0; c < k(); ++c) {
            above.counts[c] += counts[c];
            above.weight += counts[c];
        }
        if (two_sided_) {
            for (std::size_t c = 0; c < k(); ++c) {
                above.counts[c] -= counts[k() + c];
                above.weight -= counts[k() + c];
            }
        }
        above.rows += rows_in_[2 * b] - rows_in_[2 * b + 1];
    }

    void scan_borders() {
        last_ = n_buckets_;
        while (last_ > 0 && rows_of(last_ - 1) <= 0.0) --last_;
        Above above = above_;
        for (std::size_t b = 0; b + 1 < last_; ++b) {
            if (rows_of(b) <= 0.0) continue;
            pass_bucket(above, b);
            const double merit = merit_of_side(above);
            const auto place = static_cast<std::int32_t>(b);
            if (merit > kNever && better(merit, place, false))
                best_ = {true, merit, place, place, 0.0, 0.0};
        }
    }

    bool hopeful(double bound, std::int32_t place) const {
        if (bound != best_.merit || !best_.found) return bound >= best_.merit;
        return place <= best_.place;
    }

    // The buckets in which a better gap could hide, with what is above before them.
    void find_survivors() {
        survivors_.clear();
        std::size_t first = 0;
        while (first < n_buckets_ && rows_of(first) <= 0.0) ++first;
        Above above = above_;
        std::size_t begin = 0;
        for (std::size_t b = first; b < last_; ++b) {
            const double rows = rows_of(b);
            if (rows <= 0.0) continue;
            if (rows > 1.0) {
                // No step leads before the first crossing or beyond the last.
                const bool ends_seen =
                    rows_.min_samples_leaf <= 1.0 && b != first && b + 1 != last_;
                const double bound = bound_of(above, b, ends_seen);
                if (hopeful(bound, static_cast<std::int32_t>(b))) {
                    survivors_.push_back({bound, static_cast<std::int32_t>(b), begin, above});
                    begin += static_cast<std::size_t>(rows);
                }
            }
            pass_bucket(above, b);
        }
        crossings_.resize(begin);
    }

    double bound_of(const Above& above, std::size_t b, bool ends_seen) {
        const double* rises = counts_.data() + b * stride_;
        double n_low = above.weight;
        double n_inside = 0.0;
        double largest = 0.0;
        for (std::size_t c = 0; c < k(); ++c) {
            const double sinks = two_sided_ ? rises[k() + c] : 0.0;
            low_[c] = above.counts[c] - sinks;
            inside_[c] = rises[c] + sinks;
            n_low -= sinks;
            n_inside += inside_[c];
            largest = std::max(largest, inside_[c]);
        }
        const bool one_way = !two_sided_ || rows_in_[2 * b] == 0.0 || rows_in_[2 * b + 1] == 0.0;
        if (Criterion::convex && ends_seen && one_way && largest == n_inside) return kNever;
        return criterion_.bound(
            {low_.data(), inside_.data(), n_low, n_inside, ends_seen && one_way});
    }

    // Sorts the rows of the surviving buckets, the most hopeful first.
    void refine(std::span<const double> slopes) {
        if (survivors_.empty()) return;
        slots_.assign(n_buckets_ + 1, kNoSlot);
        for (const Surviving& survivor : survivors_) {
            slots_[static_cast<std::size_t>(survivor.bucket)] = survivor.begin;
        }
        for (std::size_t j = 0; j < n(); ++j) {
            std::size_t& slot = slots_[buckets_[j]];
            if (slot != kNoSlot) crossings_[slot++] = crossing(j, points_[j], slopes[j]);
        }
        std::sort(survivors_.begin(), survivors_.end(), [](const Surviving& a, const Surviving& b) {
            return a.bound != b.bound ? a.bound > b.bound : a.bucket < b.bucket;
        });
        for (Surviving& survivor : survivors_) {
            if (!hopeful(survivor.bound, survivor.bucket)) continue;
            const auto end =
                static_cast<std::size_t>(rows_of(static_cast<std::size_t>(survivor.bucket)));
            scan_sorted({crossings_.data() + survivor.begin, end}, survivor.above, survivor.bucket);
        }
    }

    // The gap after bucket `b`, from the points themselves.
    void set_gap(std::int32_t b) {
        double below = kNever;
        double beyond = -kNever;
        for (std::size_t j = 0; j < n(); ++j) {
            if (buckets_[j] <= b) {
                below = std::max(below, points_[j]);
            } else if (buckets_[j] < n_buckets_) {
                beyond = std::min(beyond, points_[j]);
            }
        }
        best_.below = below;
        best_.beyond = beyond;
    }

    Criterion criterion_;
    Found best_;
    Above above_;
    std::vector<double> points_;
    std::vector<std::uint16_t> buckets_;
    std::vector<double> counts_;
    std::vector<double> inside_;
    std::vector<double> low_;
    std::vector<std::uint32_t> tally_;
    std::vector<double> rows_in_;  // per bucket: rows that rise, rows that sink
    std::vector<Surviving> survivors_;
    std::vector<std::size_t> slots_;
    std::size_t n_buckets_ = 0;
    std::size_t last_ = 0;  // one past the last bucket with a crossing
    std::size_t stride_ = 0;
    bool two_sided_ = false;
};

}  // namespace

std::unique_ptr<StepSearch> make_step_search(const CriterionChoice& criterion,
                                             const StepRows& rows) {
    if (criterion.custom) return std::make_unique<CustomStepSearch>(criterion.custom, rows);
    return std::visit(
        [&](auto of) -> std::unique_ptr<StepSearch> {
            return std::make_unique<BucketStepSearch<typename decltype(of)::type>>(rows);
        },
        criterion.built_in);
}

}  // namespace obliqua
