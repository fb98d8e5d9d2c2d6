#include "obliqua/tree/compiled.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace obliqua {
namespace {

std::ptrdiff_t address(const Column& column) {
    const auto of = [](const auto* values) { return reinterpret_cast<std::uintptr_t>(values); };
    return static_cast<std::ptrdiff_t>(column.singles != nullptr ? of(column.singles)
                                                                 : of(column.numbers));
}

}  // namespace

CompiledTree::CompiledTree(const Tree& tree, const Columns& columns)
    : tree_(tree), columns_(columns) {
    place_columns();
    const std::size_t n = tree.n_nodes();
    nodes_.reserve(n);
    for (std::size_t node = 0; node < n; ++node) nodes_.push_back(compact(node));
}

// All columns of a row-major or column-major table lie at fixed distances from the first.
void CompiledTree::place_columns() {
    offsets_.assign(columns_.n_features(), 0);
    constexpr std::ptrdiff_t kFarthest = std::ptrdiff_t{1} << (31 - kFlagBits);
    const Column* base = nullptr;
    bool one_stride = true;
    for (std::size_t j = 0; j < columns_.n_features(); ++j) {
        const Column& column = columns_[j];
        if (column.kind != FeatureKind::numeric) continue;
        if (base == nullptr) base = &column;
        const bool single = column.singles != nullptr;
        const std::ptrdiff_t size = single ? sizeof(float) : sizeof(double);
        const std::ptrdiff_t bytes = address(column) - address(*base);
        offsets_[j] = bytes / size;
        one_stride = one_stride && single == (base->singles != nullptr) &&
                     column.stride == base->stride && bytes % size == 0 &&
                     offsets_[j] < kFarthest && offsets_[j] >= -kFarthest;
    }
    if (base == nullptr || !one_stride) return;
    layout_ = base->singles != nullptr ? Layout::singles : Layout::doubles;
    doubles_ = base->numbers;
    singles_ = base->singles;
    stride_ = base->stride;
}

bool CompiledTree::plain_feature(std::int32_t term) const {
    return tree_.basis[static_cast<std::size_t>(term)].kind == TermKind::feature;
}

std::int32_t CompiledTree::where(std::int32_t term) const {
    const std::int32_t feature = tree_.basis[static_cast<std::size_t>(term)].a;
    if (layout_ == Layout::columns) return feature;
    return static_cast<std::int32_t>(offsets_[static_cast<std::size_t>(feature)]);
}

CompiledTree::CompactNode CompiledTree::compact(std::size_t node) {
    CompactNode compact;
    if (tree_.is_leaf(node)) return compact;
    const TestView test = tree_.test(node);
    compact.child = static_cast<std::uint32_t>(tree_.first_child[node]);
    if (tree_.is_leaf(compact.child)) compact.where |= kLeftIsLeaf;
    if (tree_.is_leaf(compact.child + 1)) compact.where |= kRightIsLeaf;
    if (test.missing == MissingRule::fractional) compact.where |= kFractional;
    if (test.kind == TestKind::axis && plain_feature(test.terms[0])) {
        compact.cut = test.constants[0];
        if (test.fills[0] <= compact.cut) compact.where |= kMissingGoesLeft;
        compact.where |= where(test.terms[0]) * (1 << kFlagBits);
    } else {
        compact.where |= kOtherTest;
        compact.cut = static_cast<double>(others_.size());
        compact_other(node);
    }
    plain_ = plain_ && (compact.where & (kOtherTest | kFractional)) == 0;
    return compact;
}

void CompiledTree::compact_other(std::size_t node) {
    const TestView test = tree_.test(node);
    OtherTest other;
    other.node = static_cast<std::int32_t>(node);
    other.term_begin = linear_terms_.size();
    // An equality test's `terms` is a feature, which the basis may not have.
    if (test.kind == TestKind::linear &&
        std::all_of(test.terms.begin(), test.terms.end(),
                    [this](std::int32_t term) { return plain_feature(term); })) {
        other.kind = TestKind::linear;
        other.bias = test.constants[0];
        for (std::size_t i = 0; i < test.terms.size(); ++i) {
            linear_terms_.push_back({where(test.terms[i]), test.weights[i], test.fills[i]});
        }
    }
    other.term_end = linear_terms_.size();
    others_.push_back(other);
}

template <CompiledTree::Layout kLayout>
double CompiledTree::value(std::size_t row, std::int32_t where) const {
    if constexpr (kLayout == Layout::doubles) {
        return doubles_[static_cast<std::ptrdiff_t>(row) * stride_ + where];
    } else if constexpr (kLayout == Layout::singles) {
        return static_cast<double>(singles_[static_cast<std::ptrdiff_t>(row) * stride_ + where]);
    } else {
        return columns_[static_cast<std::size_t>(where)].number(row);
    }
}

template <CompiledTree::Layout kLayout>
int CompiledTree::other_child(const OtherTest& test, std::size_t row, MissingRule rule) const {
    if (test.kind != TestKind::linear) {
        return child_of(tree_.test(static_cast<std::size_t>(test.node)), tree_.basis, columns_,
                        row);
    }
    double sum = test.bias;
    for (std::size_t i = test.term_begin; i < test.term_end; ++i) {
        const LinearTerm& term = linear_terms_[i];
        double x = value<kLayout>(row, term.where);
        if (std::isnan(x)) {
            if (rule == MissingRule::fractional) return kEveryChild;
            x = term.fill;
        }
        sum += term.weight * x;
    }
    return sum <= 0.0 ? 0 : 1;
}

// Level by level: every row of the block that is not yet at a leaf takes one step. Rows are
// independent, so the processor works on many at once, and rows that end are dropped from the
// list without a branch.
template <CompiledTree::Layout kLayout, bool kPlain>
void CompiledTree::walk(std::size_t first_row, std::span<std::int32_t> leaves) const {
    std::array<std::uint16_t, kBlockRows> open;
    std::size_t n_open = leaves.size();
    for (std::size_t i = 0; i < n_open; ++i) {
        open[i] = static_cast<std::uint16_t>(i);
        leaves[i] = 0;
    }
    const CompactNode* const nodes = nodes_.data();
    while (n_open > 0) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < n_open; ++i) {
            const std::uint16_t at = open[i];
            const CompactNode node = nodes[leaves[at]];
            open[kept] = at;
            if constexpr (!kPlain) {
                if (node.where & kOtherTest) {
                    const MissingRule rule =
                        node.where & kFractional ? MissingRule::fractional : MissingRule::fill;
                    const int child = other_child<kLayout>(
                        others_[static_cast<std::size_t>(node.cut)], first_row + at, rule);
                    leaves[at] = static_cast<std::int32_t>(node.child) + child;
                    if (child == kEveryChild) leaves[at] = kSeveralLeaves;
                    kept += child != kEveryChild &&
                            !tree_.is_leaf(static_cast<std::size_t>(leaves[at]));
                    continue;
                }
            }
            const double x = value<kLayout>(first_row + at, node.where >> kFlagBits);
            const bool missing = x != x;
            if constexpr (!kPlain) {
                if (missing && (node.where & kFractional)) {
                    leaves[at] = kSeveralLeaves;
                    continue;
                }
            }
            const int right = (x > node.cut) | (missing & !(node.where & kMissingGoesLeft));
            leaves[at] = static_cast<std::int32_t>(node.child) + right;
            kept += ((node.where >> right) & 1) ^ 1;
        }
        n_open = kept;
    }
}

template <CompiledTree::Layout kLayout>
void CompiledTree::route_in(std::size_t first_row, std::span<std::int32_t> leaves) const {
    plain_ ? walk<kLayout, true>(first_row, leaves) : walk<kLayout, false>(first_row, leaves);
}

void CompiledTree::route(std::size_t first_row, std::span<std::int32_t> leaves) const {
    if (tree_.is_leaf(0)) {
        std::fill(leaves.begin(), leaves.end(), 0);
    } else if (layout_ == Layout::doubles) {
        route_in<Layout::doubles>(first_row, leaves);
    } else if (layout_ == Layout::singles) {
        route_in<Layout::singles>(first_row, leaves);
    } else {
        route_in<Layout::columns>(first_row, leaves);
    }
}

}  // namespace obliqua
