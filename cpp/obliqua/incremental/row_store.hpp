// The rows that an incremental learner knows, in slots that are used again. Everything else it
// has is a function of them.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "obliqua/data/columns.hpp"

namespace obliqua {

using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = 0xffffffff;

// Rows to be added. Category codes and classes are the store's own numbers, which grow in the
// order in which they are met; `weights` is empty when every row weighs one.
struct NewRows {
    const Columns* columns = nullptr;
    std::span<const std::int32_t> classes;
    std::span<const std::int64_t> weights;
    std::span<const std::int64_t> ids;

    std::size_t size() const { return classes.size(); }
    std::int64_t weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
};

class RowStore {
   public:
    explicit RowStore(std::size_t n_features)
        : values_(n_features),
          symbolic_(n_features, false),
          order_(n_features),
          known_(n_features, 0),
          categories_(n_features) {}

    std::size_t n_features() const { return values_.size(); }
    std::size_t n_rows() const { return slots_.size(); }
    std::size_t n_classes() const { return class_weight_.size(); }
    std::size_t n_slots() const { return labels_.size(); }
    std::int64_t weight() const { return weight_; }

    bool symbolic(std::size_t feature) const { return symbolic_[feature]; }
    // A number, or a category's code; NaN is missing.
    double value(std::size_t feature, Slot slot) const { return values_[feature][slot]; }
    const std::vector<double>& values(std::size_t feature) const { return values_[feature]; }
    ClassId label(Slot slot) const { return labels_[slot]; }
    std::int64_t weight(Slot slot) const { return weights_[slot]; }
    std::int64_t id(Slot slot) const { return ids_[slot]; }
    bool plain() const { return heavy_ == 0; }  // every row weighs one

    // Rows that know the feature, or have one of its categories or a class.
    std::int64_t known(std::size_t feature) const { return known_[feature]; }
    std::span<const std::int64_t> categories(std::size_t feature) const {
        return categories_[feature];
    }
    std::span<const std::int64_t> class_weight() const { return class_weight_; }
    // Does category a come before b by name?
    bool precedes(std::size_t feature, double a, double b) const {
        return order_[feature][static_cast<std::size_t>(a)] <
               order_[feature][static_cast<std::size_t>(b)];
    }

    // The slots of rows that are not hidden, oldest first; that of an id, kNoSlot if there is none.
    std::vector<Slot> slots() const;
    Slot find(std::int64_t id) const;

    // Says what each feature is and how its categories are ordered by name (the place of each
    // code). A feature's kind changes only while no row knows it.
    void describe(std::span<const bool> symbolic,
                  const std::vector<std::vector<std::int32_t>>& order, std::size_t n_classes);

    // All of the rows or, where something throws, none. Returns their slots.
    std::vector<Slot> add(const NewRows& rows);
    void remove(Slot slot) noexcept;
    // Changes a row's weight. One of weight zero is hidden: it keeps its slot, id and age.
    void reweigh(Slot slot, std::int64_t weight) noexcept;

   private:
    void check(const NewRows& rows) const;
    void count(Slot slot, std::int64_t weight) noexcept;

    std::vector<std::vector<double>> values_;
    std::vector<ClassId> labels_;
    std::vector<std::int64_t> weights_;  // 0: the slot is free, or its row hidden
    std::vector<std::int64_t> ids_;
    std::vector<std::uint64_t> age_;
    std::vector<Slot> free_;
    std::unordered_map<std::int64_t, Slot> slots_;

    std::vector<bool> symbolic_;
    std::vector<std::vector<std::int32_t>> order_;
    std::vector<std::int64_t> known_;
    std::vector<std::vector<std::int64_t>> categories_;
    std::vector<std::int64_t> class_weight_;
    std::int64_t weight_ = 0;
    std::size_t heavy_ = 0;
    std::uint64_t next_age_ = 0;
};

}  // namespace obliqua
