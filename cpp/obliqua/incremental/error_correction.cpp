#include "obliqua/incremental/error_correction.hpp"

#include <algorithm>

#include "obliqua/tree/route.hpp"

namespace obliqua {
namespace {

// Rows [begin, end) of a table.
Columns some(const Columns& columns, std::size_t begin, std::size_t end) {
    std::vector<Column> views;
    for (std::size_t f = 0; f < columns.n_features(); ++f) {
        Column view = columns[f];
        const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(begin) * view.stride;
        if (view.numbers != nullptr) view.numbers += offset;
        if (view.codes != nullptr) view.codes += offset;
        views.push_back(view);
    }
    return {end - begin, std::move(views)};
}

class Corrector {
   public:
    Corrector(ExactLearner& learner, const NewRows& rows, const Layout& layout,
              const Correction& how, Monitor& monitor)
        : learner_(learner),
          rows_(rows),
          layout_(for_own_rows(learner.rows(), layout)),
          how_(how),
          monitor_(monitor),
          learned_(rows.size(), false) {}

    std::vector<bool> run() {
        try {
            while (pass() && how_.pool) {
            }
        } catch (...) {
            undo();
            throw;
        }
        return learned_;
    }

   private:
    static constexpr std::size_t kMostAtOnce = 1024;

    // Goes through the rows once; says whether any was learned.
    bool pass() {
        bool any = false;
        std::size_t at_once = 1;
        for (std::size_t begin = 0; begin < rows_.size();) {
            const std::size_t end = std::min(begin + at_once, rows_.size());
            const std::size_t wrong = first_wrong(begin, end);
            begin = wrong;
            at_once = std::min(2 * at_once, kMostAtOnce);
            if (wrong == end) continue;
            learn(wrong);
            any = true;
            begin = wrong + 1;
            at_once = 1;
        }
        return any;
    }

    std::size_t first_wrong(std::size_t begin, std::size_t end) {
        if (learner_.rows().n_rows() == 0) return learned_[begin] ? end : begin;
        const Tree& tree = current();
        std::vector<std::int32_t> said(end - begin);
        classify(tree, some(*rows_.columns, begin, end), said, 1, monitor_);
        for (std::size_t row = begin; row < end; ++row) {
            const std::int32_t label =
                layout_.classes[static_cast<std::size_t>(rows_.classes[row])];
            if (!learned_[row] && said[row - begin] != label) return row;
        }
        return end;
    }

    const Tree& current() {
        if (changed_) {
            learner_.revise(monitor_);
            Frozen frozen = learner_.frozen(layout_);
            tree_ = how_.prune ? pruned(frozen).tree : std::move(frozen.tree);
            changed_ = false;
        }
        return tree_;
    }

    void learn(std::size_t row) {
        const Columns columns = some(*rows_.columns, row, row + 1);
        NewRows one{&columns, rows_.classes.subspan(row, 1), {}, rows_.ids.subspan(row, 1)};
        if (!rows_.weights.empty()) one.weights = rows_.weights.subspan(row, 1);
        learner_.add(one);
        learned_[row] = true;
        changed_ = true;
    }

    void undo() {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (learned_[row]) learner_.remove(rows_.ids.subspan(row, 1));
        }
    }

    ExactLearner& learner_;
    const NewRows& rows_;
    Layout layout_;
    Correction how_;
    Monitor& monitor_;
    std::vector<bool> learned_;
    Tree tree_;
    bool changed_ = true;
};

}  // namespace

std::vector<bool> correct(ExactLearner& learner, const NewRows& rows, const Layout& layout,
                          const Correction& how, Monitor& monitor) {
    return Corrector(learner, rows, layout, how, monitor).run();
}

}  // namespace obliqua
