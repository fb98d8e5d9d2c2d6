#include "obliqua/incremental/leave_one_out.hpp"

#include <cmath>
#include <numeric>

#include "obliqua/support/errors.hpp"
#include "obliqua/tree/route.hpp"

namespace obliqua {
namespace {

// One row of the store as a table.
class RowTable {
   public:
    RowTable(const RowStore& rows, Slot slot)
        : numbers_(rows.n_features()), codes_(rows.n_features()) {
        for (std::size_t f = 0; f < rows.n_features(); ++f) {
            Column column;
            numbers_[f] = rows.value(f, slot);
            codes_[f] = std::isnan(numbers_[f])
                            ? kMissingCode
                            : static_cast<std::int32_t>(rows.symbolic(f) ? numbers_[f] : 0.0);
            if (rows.symbolic(f)) {
                column.kind = FeatureKind::symbolic;
                column.codes = &codes_[f];
                column.n_categories = static_cast<std::int32_t>(rows.categories(f).size());
            } else {
                column.numbers = &numbers_[f];
            }
            views_.push_back(column);
        }
    }

    Columns columns() const { return {1, views_}; }

   private:
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    std::vector<Column> views_;
};

}  // namespace

std::vector<std::int32_t> leave_one_out(ExactLearner& learner, const Layout& places, bool prune,
                                        Monitor& monitor) {
    const std::vector<Slot> slots = learner.rows().slots();
    if (slots.size() < 2) throw InvalidInput("leaving one out needs at least 2 rows");
    const Layout layout = for_own_rows(learner.rows(), places);
    std::vector<std::int32_t> said(slots.size());
    monitor.expect(static_cast<double>(slots.size()));
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const RowTable row(learner.rows(), slots[i]);
        const std::int64_t id[] = {learner.rows().id(slots[i])};
        const auto hidden = learner.hide(id);
        try {
            learner.revise(monitor);
            Frozen frozen = learner.frozen(layout);
            const Tree tree = prune ? pruned(frozen).tree : std::move(frozen.tree);
            classify(tree, row.columns(), std::span(said).subspan(i, 1), 1, monitor);
        } catch (...) {
            learner.show(hidden);
            throw;
        }
        learner.show(hidden);
        monitor.advance(1.0);
    }
    return said;
}

}  // namespace obliqua
