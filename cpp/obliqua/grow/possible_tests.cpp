#include "obliqua/grow/possible_tests.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "obliqua/support/memory.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

namespace {

constexpr int kMixed = -1;

// Cuts between adjacent distinct values unless both hold one and the same class (Fayyad and
// Irani 1992, as 001, section 2.2 takes cutpoints).
double count_cuts(std::vector<std::pair<double, int>>& values) {
    std::sort(values.begin(), values.end());
    double cuts = 0.0;
    int before = kMixed;
    for (std::size_t begin = 0; begin < values.size();) {
        std::size_t end = begin + 1;
        int label = values[begin].second;
        for (; end < values.size() && values[end].first == values[begin].first; ++end) {
            if (values[end].second != label) label = kMixed;
        }
        if (begin > 0 && (label == kMixed || label != before)) cuts += 1.0;
        before = label;
        begin = end;
    }
    return cuts;
}

double count_tests(const Training& training, const std::vector<RowIndex>& rows) {
    double tests = 0.0;
    std::vector<std::pair<double, int>> values;
    for (std::size_t f = 0; f < training.columns->n_features(); ++f) {
        const Column& column = (*training.columns)[f];
        if (column.kind == FeatureKind::numeric) {
            values.clear();
            for (const RowIndex row : rows) {
                const double value = column.number(row);
                if (!std::isnan(value)) values.emplace_back(value, training.classes[row]);
            }
            tests += count_cuts(values);
            continue;
        }
        std::vector<bool> seen(static_cast<std::size_t>(column.n_categories), false);
        for (const RowIndex row : rows) {
            if (column.code(row) >= 0) seen[static_cast<std::size_t>(column.code(row))] = true;
        }
        const auto categories = std::count(seen.begin(), seen.end(), true);
        if (categories > 1) tests += static_cast<double>(categories);
    }
    return std::max(1.0, tests);
}

}  // namespace

std::vector<double> possible_tests(const Tree& tree, const Training& training) {
    std::vector<double> tests(tree.n_nodes(), 0.0);
    std::vector<std::vector<RowIndex>> rows(tree.n_nodes());
    rows[0].assign(training.rows.begin(), training.rows.end());
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.is_leaf(node)) continue;
        tests[node] = count_tests(training, rows[node]);
        for (const RowIndex row : rows[node]) {
            const int child = child_of(tree.test(node), tree.basis, *training.columns, row);
            // A row whose value is missing stays at the node, as in 001, section 2.3.
            if (child == kEveryChild) continue;
            rows[static_cast<std::size_t>(tree.first_child[node] + child)].push_back(row);
        }
        release(rows[node]);
    }
    return tests;
}

}  // namespace obliqua
