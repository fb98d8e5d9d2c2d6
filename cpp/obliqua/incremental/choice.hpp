// The test that a node must have, and how it is found: every candidate's merit, computed exactly
// (docs/systems/iti.md, "The tree").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/cuts/cut.hpp"
#include "obliqua/incremental/fixed_log.hpp"
#include "obliqua/incremental/row_store.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

// The best candidate of a node; none when `feature` is negative.
struct Choice {
    double merit = 0.0;
    std::int32_t feature = -1;
    bool symbolic = false;
    double below = 0.0;  // the values around the cut; a category's code
    double above = 0.0;

    bool found() const { return feature >= 0; }
    double cut() const { return symbolic ? below : between(below, above); }
    double margin() const;
    Test test() const;
    bool goes_left(double value) const { return symbolic ? value == below : value <= cut(); }
};

// A row as one feature sees it. Those of a node stand in the order of their values.
struct Sighting {
    double value;
    std::uint32_t row;
    ClassId label;
};

// Merits of partitions of one node's rows.
class Merit {
   public:
    // Class weights over the rows that know the feature; `share` is their part of the node's.
    Merit(const FixedLog& log, std::span<const std::int64_t> counts, std::int64_t weight);

    // Everything is right of the first border.
    void start(std::span<const std::int64_t> known, std::int64_t known_weight);

    std::span<const std::int64_t> known() const { return known_; }
    std::int64_t left(std::size_t label) const { return left_[label]; }

    void move_left(std::size_t label, std::int64_t weight) {
        const std::int64_t l = left_[label];
        const std::int64_t r = known_[label] - l;
        sides_ += (*log_)(l + weight) - (*log_)(l) + (*log_)(r - weight) - (*log_)(r);
        left_[label] = l + weight;
        left_weight_ += weight;
    }

    // Merit of the partition as it stands, both of whose sides have rows.
    double merit() const {
        const std::int64_t split =
            whole_ - (*log_)(left_weight_) - (*log_)(known_weight_ - left_weight_);
        const std::int64_t gain = split - (classes_ - sides_);
        if (gain <= doubtful_ && tells_nothing()) [[unlikely]] {
            return 0.0;
        }
        return share_ * (static_cast<double>(gain > 1 ? gain : 1) / static_cast<double>(split));
    }

   private:
    bool tells_nothing() const;

    const FixedLog* log_;
    std::span<const std::int64_t> counts_;
    std::int64_t weight_;
    std::vector<std::int64_t> known_;
    std::vector<std::int64_t> left_;
    std::int64_t known_weight_ = 0;
    std::int64_t left_weight_ = 0;
    std::int64_t whole_ = 0;    // L of all known rows
    std::int64_t classes_ = 0;  // sum of L over classes
    std::int64_t sides_ = 0;    // sum of L over classes and sides
    std::int64_t doubtful_;     // a gain up to this may be rounding
    double share_ = 0.0;
};

// How many tests a node can choose from, and the best of them.
struct Candidates {
    Choice best;
    std::int64_t tests = 0;

    // Takes the candidate if it is better; candidates come in the order of features, and
    // numeric ones in that of cuts.
    void consider(double merit, std::int32_t feature, double below, double above) {
        if (merit > best.merit) best = {merit, feature, false, below, above};
    }
};

// Adds the candidates of one feature. `counts` are those of `merit`'s node.
void scan(const RowStore& rows, std::size_t feature, std::span<const Sighting> sightings,
          std::span<const std::int64_t> weights, bool all_known,
          std::span<const std::int64_t> counts, std::int64_t weight, Merit& merit,
          Candidates& candidates);

}  // namespace obliqua
