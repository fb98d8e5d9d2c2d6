#include "obliqua/pruners/rows_at_nodes.hpp"

#include <algorithm>

#include "obliqua/pruners/node_counts.hpp"

namespace obliqua {

RowsAtNodes::RowsAtNodes(const Tree& tree, const Training& sample)
    : rows_(sample.rows.begin(), sample.rows.end()),
      begin_(tree.n_nodes(), 0),
      end_(tree.n_nodes(), 0),
      whole_(tree.n_nodes(), true) {
    end_[0] = rows_.size();
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (!tree.is_leaf(node)) deal(tree, sample, node);
    }
}

void RowsAtNodes::deal(const Tree& tree, const Training& sample, std::size_t node) {
    const TestView test = tree.test(node);
    std::vector<std::vector<RowIndex>> children(static_cast<std::size_t>(tree.n_children[node]));
    bool whole = whole_[node];
    for (std::size_t i = begin_[node]; whole && i < end_[node]; ++i) {
        const int child = child_of(test, *sample.basis, *sample.columns, rows_[i]);
        whole = child != kEveryChild;
        if (whole) children[static_cast<std::size_t>(child)].push_back(rows_[i]);
    }
    std::size_t at = begin_[node];
    for (std::size_t c = 0; c < children.size(); ++c) {
        const std::size_t child = first_child(tree, node) + c;
        whole_[child] = whole;
        begin_[child] = end_[child] = at;
        if (!whole) continue;
        std::copy(children[c].begin(), children[c].end(),
                  rows_.begin() + static_cast<std::ptrdiff_t>(at));
        end_[child] = at += children[c].size();
    }
}

std::vector<RowIndex> RowsAtNodes::at(std::size_t node) const {
    std::vector<RowIndex> rows(rows_.begin() + static_cast<std::ptrdiff_t>(begin_[node]),
                               rows_.begin() + static_cast<std::ptrdiff_t>(end_[node]));
    std::sort(rows.begin(), rows.end());
    return rows;
}

DealtCounts dealt_counts(const Training& sample, const std::vector<RowIndex>& rows,
                         const TestView& test, std::size_t n_children) {
    DealtCounts dealt{std::vector<double>(n_children * sample.n_classes, 0.0),
                      std::vector<std::int64_t>(n_children, 0)};
    for (const RowIndex row : rows) {
        const auto child =
            static_cast<std::size_t>(child_of(test, *sample.basis, *sample.columns, row));
        dealt.counts[child * sample.n_classes + sample.classes[row]] += sample.weight(row);
        ++dealt.n_rows[child];
    }
    return dealt;
}

}  // namespace obliqua
