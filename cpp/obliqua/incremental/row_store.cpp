#include "obliqua/incremental/row_store.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

// Beyond this, sums of fixed-point logarithms could leave 64 bits.
constexpr std::int64_t kMostWeight = std::int64_t{1} << 31;

double value_of(const Column& column, std::size_t row) {
    if (column.kind == FeatureKind::numeric) return column.number(row) + 0.0;
    const std::int32_t code = column.code(row);
    return code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code);
}

}  // namespace

std::vector<Slot> RowStore::slots() const {
    std::vector<Slot> slots;
    slots.reserve(slots_.size());
    for (Slot slot = 0; slot < weights_.size(); ++slot) {
        if (weights_[slot] > 0) slots.push_back(slot);
    }
    std::sort(slots.begin(), slots.end(), [&](Slot a, Slot b) { return age_[a] < age_[b]; });
    return slots;
}

Slot RowStore::find(std::int64_t id) const {
    const auto found = slots_.find(id);
    return found == slots_.end() ? kNoSlot : found->second;
}

void RowStore::describe(std::span<const bool> symbolic,
                        const std::vector<std::vector<std::int32_t>>& order,
                        std::size_t n_classes) {
    if (symbolic.size() != n_features() || order.size() != n_features()) {
        throw InvalidInput("kinds and categories must be given for every feature");
    }
    for (std::size_t f = 0; f < n_features(); ++f) {
        if (symbolic[f] != symbolic_[f] && known_[f] > 0) {
            throw InvalidInput("feature " + std::to_string(f) +
                               " is known to rows as of another kind");
        }
    }
    if (n_classes > std::numeric_limits<ClassId>::max()) {
        throw InvalidInput("at most 65535 classes are supported");
    }
    for (std::size_t f = 0; f < n_features(); ++f) {
        symbolic_[f] = symbolic[f];
        order_[f] = order[f];
        categories_[f].resize(std::max(categories_[f].size(), order[f].size()), 0);
    }
    class_weight_.resize(std::max(class_weight_.size(), n_classes), 0);
}

void RowStore::check(const NewRows& rows) const {
    const Columns& columns = *rows.columns;
    const std::size_t n = rows.size();
    if (columns.n_rows() != n || rows.ids.size() != n ||
        (!rows.weights.empty() && rows.weights.size() != n)) {
        throw InvalidInput("there must be a class, an id and, if given, a weight for every row");
    }
    if (columns.n_features() != n_features()) {
        throw InvalidInput("the table must have " + std::to_string(n_features()) + " features");
    }
    std::int64_t weight = weight_;
    for (std::size_t row = 0; row < n; ++row) {
        if (rows.classes[row] < 0 ||
            static_cast<std::size_t>(rows.classes[row]) >= class_weight_.size()) {
            throw InvalidInput("row " + std::to_string(row) + " has an unknown class");
        }
        if (rows.weight(row) <= 0 || rows.weight(row) > kMostWeight - weight) {
            throw InvalidInput("row " + std::to_string(row) +
                               ": weights must be above zero and sum to at most 2147483648");
        }
        weight += rows.weight(row);
    }
    for (std::size_t f = 0; f < n_features(); ++f) {
        const Column& column = columns[f];
        if ((column.kind == FeatureKind::symbolic) != symbolic_[f]) {
            throw InvalidInput("feature " + std::to_string(f) + " is of another kind");
        }
        if (!symbolic_[f]) continue;
        for (std::size_t row = 0; row < n; ++row) {
            if (column.code(row) >= static_cast<std::int32_t>(order_[f].size())) {
                throw InvalidInput("feature " + std::to_string(f) + ": unknown category");
            }
        }
    }
}

std::vector<Slot> RowStore::add(const NewRows& rows) {
    check(rows);
    const std::size_t n = rows.size();
    std::vector<Slot> slots(n);
    const std::size_t fresh = n - std::min(n, free_.size());
    const std::size_t size = labels_.size() + fresh;
    if (size > kNoSlot) throw InvalidInput("there are too many rows");
    // Whatever may throw comes before whatever changes.
    const auto reserve = [size](auto& column) {
        if (column.capacity() < size) column.reserve(std::max(size, 2 * column.capacity()));
    };
    for (std::vector<double>& column : values_) reserve(column);
    reserve(labels_);
    reserve(weights_);
    reserve(ids_);
    reserve(age_);
    reserve(free_);
    std::size_t entered = 0;
    try {
        for (; entered < n; ++entered) {
            const Slot slot = entered < free_.size()
                                  ? free_[free_.size() - 1 - entered]
                                  : static_cast<Slot>(labels_.size() + entered - free_.size());
            slots[entered] = slot;
            if (!slots_.emplace(rows.ids[entered], slot).second) {
                throw InvalidInput("the id " + std::to_string(rows.ids[entered]) +
                                   " is used already");
            }
        }
    } catch (...) {
        while (entered > 0) slots_.erase(rows.ids[--entered]);
        throw;
    }
    free_.resize(free_.size() - (n - fresh));
    for (std::vector<double>& column : values_) column.resize(size);
    labels_.resize(size);
    weights_.resize(size);
    ids_.resize(size);
    age_.resize(size);
    for (std::size_t f = 0; f < n_features(); ++f) {
        const Column& column = (*rows.columns)[f];
        for (std::size_t i = 0; i < n; ++i) values_[f][slots[i]] = value_of(column, i);
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Slot slot = slots[i];
        labels_[slot] = static_cast<ClassId>(rows.classes[i]);
        weights_[slot] = rows.weight(i);
        ids_[slot] = rows.ids[i];
        age_[slot] = next_age_++;
        heavy_ += rows.weight(i) > 1;
        count(slot, rows.weight(i));
    }
    return slots;
}

void RowStore::remove(Slot slot) noexcept {
    count(slot, -weights_[slot]);
    heavy_ -= weights_[slot] > 1;
    weights_[slot] = 0;
    slots_.erase(ids_[slot]);
    // There is room: as many as there are slots were reserved.
    free_.push_back(slot);
}

void RowStore::reweigh(Slot slot, std::int64_t weight) noexcept {
    count(slot, weight - weights_[slot]);
    heavy_ -= weights_[slot] > 1;
    heavy_ += weight > 1;
    weights_[slot] = weight;
}

void RowStore::count(Slot slot, std::int64_t weight) noexcept {
    weight_ += weight;
    class_weight_[labels_[slot]] += weight;
    for (std::size_t f = 0; f < n_features(); ++f) {
        const double value = values_[f][slot];
        if (std::isnan(value)) continue;
        known_[f] += weight;
        if (symbolic_[f]) categories_[f][static_cast<std::size_t>(value)] += weight;
    }
}

}  // namespace obliqua
