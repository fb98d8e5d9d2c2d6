#include "obliqua/incremental/exact_learner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <unordered_set>

#include "obliqua/incremental/reviser.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua {
namespace {

bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double shown_value(const Column& column, std::size_t row) {
    if (column.kind == FeatureKind::numeric) return column.number(row);
    const std::int32_t code = column.code(row);
    return code < 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code);
}

}  // namespace

void ExactLearner::add(const NewRows& rows) {
    const std::vector<Slot> slots = rows_.add(rows);
    if (broken_) return;
    try {
        for (const Slot slot : slots) tree_.add(slot);
    } catch (...) {
        broken_ = true;
        for (const Slot slot : slots) rows_.remove(slot);
        throw;
    }
}

void ExactLearner::remove(std::span<const std::int64_t> ids) {
    for (const Slot slot : slots_of(ids)) {
        take_out(slot);
        rows_.remove(slot);
    }
}

std::vector<ExactLearner::Hidden> ExactLearner::hide(std::span<const std::int64_t> ids) {
    std::vector<Hidden> hidden;
    hidden.reserve(ids.size());
    for (const Slot slot : slots_of(ids)) {
        take_out(slot);
        hidden.push_back({slot, rows_.weight(slot)});
        rows_.reweigh(slot, 0);
    }
    return hidden;
}

void ExactLearner::show(std::span<const Hidden> hidden) {
    for (const auto& [slot, weight] : hidden) rows_.reweigh(slot, weight);
    if (broken_) return;
    broken_ = true;
    for (const auto& [slot, weight] : hidden) tree_.add(slot);
    broken_ = false;
}

void ExactLearner::take_out(Slot slot) {
    if (!broken_) tree_.remove(slot);
}

std::vector<Slot> ExactLearner::slots_of(std::span<const std::int64_t> ids) const {
    std::vector<Slot> slots;
    slots.reserve(ids.size());
    std::unordered_set<Slot> seen;
    for (const std::int64_t id : ids) {
        const Slot slot = rows_.find(id);
        if (slot == kNoSlot) throw InvalidInput("there is no row with id " + std::to_string(id));
        if (!seen.insert(slot).second) {
            throw InvalidInput("the id " + std::to_string(id) + " is given twice");
        }
        slots.push_back(slot);
    }
    return slots;
}

std::vector<std::int64_t> ExactLearner::remove_equal(const Columns& columns,
                                                     std::span<const std::int32_t> classes) {
    if (columns.n_features() != rows_.n_features() || columns.n_rows() != classes.size()) {
        throw InvalidInput("there must be a class for every row of the table");
    }
    std::map<Slot, std::int64_t> taken;
    std::vector<Slot> chosen;
    for (std::size_t row = 0; row < classes.size(); ++row) {
        bool found = false;
        for (const Slot slot : like(columns, row, classes[row])) {
            if (taken[slot] == rows_.weight(slot)) continue;
            ++taken[slot];
            chosen.push_back(slot);
            found = true;
            break;
        }
        if (!found) {
            throw InvalidInput("row " + std::to_string(row) +
                               " (the first is 0): no row that is known equals it, or fewer do "
                               "than are to be forgotten");
        }
    }
    std::vector<std::int64_t> ids;
    for (const Slot slot : chosen) ids.push_back(rows_.id(slot));
    for (const auto& [slot, weight] : taken) {
        if (weight == 0) continue;
        const std::int64_t left = rows_.weight(slot) - weight;
        if (left > 0) {
            if (!broken_) tree_.reweigh(slot, -weight);
            rows_.reweigh(slot, left);
        } else {
            take_out(slot);
            rows_.remove(slot);
        }
    }
    return ids;
}

// Rows of that content are all at one place of the tree.
std::vector<Slot> ExactLearner::like(const Columns& columns, std::size_t row,
                                     std::int32_t label) const {
    std::vector<Slot> found;
    for (const Slot slot : rows_.slots()) {
        if (rows_.label(slot) != label) continue;
        bool same = true;
        for (std::size_t f = 0; f < rows_.n_features() && same; ++f) {
            same = equal(rows_.value(f, slot), shown_value(columns[f], row));
        }
        if (same) found.push_back(slot);
    }
    return found;
}

void ExactLearner::revise(Monitor& monitor) {
    if (!broken_ && !tree_.stale()) return;
    const bool anew = broken_;
    broken_ = true;
    if (anew) tree_.reset();
    Reviser(tree_, log_).revise(tree_.root(), monitor);
    broken_ = false;
}

}  // namespace obliqua
