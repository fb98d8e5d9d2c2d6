// The state of ITI: rows, and the one tree they stand for (Utgoff 1995, TR 95-18).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/incremental/exact_tree.hpp"
#include "obliqua/incremental/fixed_log.hpp"
#include "obliqua/incremental/frozen.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

// What throws leaves the rows as they were.
class ExactLearner {
   public:
    explicit ExactLearner(std::size_t n_features) : rows_(n_features), tree_(rows_) {}
    ExactLearner(const ExactLearner&) = delete;
    ExactLearner& operator=(const ExactLearner&) = delete;

    const RowStore& rows() const { return rows_; }
    const ExactTree& tree() const { return tree_; }
    FixedLog& log() { return log_; }

    void describe(std::span<const bool> symbolic,
                  const std::vector<std::vector<std::int32_t>>& order, std::size_t n_classes) {
        rows_.describe(symbolic, order, n_classes);
    }

    // The tree takes the rows in but is not revised.
    void add(const NewRows& rows);
    void remove(std::span<const std::int64_t> ids);
    // Takes one from the weight of the oldest row that equals each of these; rows that are left
    // without weight go. Returns the ids of the rows it was taken from.
    std::vector<std::int64_t> remove_equal(const Columns& columns,
                                           std::span<const std::int32_t> classes);

    // Takes rows away for a while; `show` gives back what `hide` returned.
    struct Hidden {
        Slot slot;
        std::int64_t weight;
    };
    std::vector<Hidden> hide(std::span<const std::int64_t> ids);
    void show(std::span<const Hidden> hidden);

    // Makes the tree what it must be.
    void revise(Monitor& monitor);
    // Of the revised tree.
    Frozen frozen(const Layout& layout) const { return freeze(tree_, layout, tree_.root()); }

   private:
    void take_out(Slot slot);
    std::vector<Slot> slots_of(std::span<const std::int64_t> ids) const;
    std::vector<Slot> like(const Columns& columns, std::size_t row, std::int32_t label) const;

    RowStore rows_;
    FixedLog log_;
    ExactTree tree_;
    bool broken_ = false;  // the tree must be made anew from the rows
};

}  // namespace obliqua
