// A tree made ready to route many rows of one table: 16 bytes a node, the columns' addresses
// worked out, and a block of rows taken down together, so that the cache misses of many rows
// overlap where a row at a time would wait for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

class CompiledTree {
   public:
    static constexpr std::size_t kBlockRows = 256;
    static constexpr std::int32_t kSeveralLeaves = -1;

    // Keeps references to both.
    CompiledTree(const Tree& tree, const Columns& columns);

    // The leaf of each row from `first_row` on, or kSeveralLeaves where a missing value sends
    // the row to every child. At most kBlockRows rows.
    void route(std::size_t first_row, std::span<std::int32_t> leaves) const;

   private:
    // `where` holds flags in its low bits and above them where an axis test's value is: the
    // distance from the row's start if all columns have one stride, else the feature.
    struct CompactNode {
        double cut = 0.0;
        std::uint32_t child = 0;
        std::int32_t where = 0;
    };
    static constexpr int kFlagBits = 5;
    static constexpr std::int32_t kLeftIsLeaf = 1;
    static constexpr std::int32_t kRightIsLeaf = 2;
    static constexpr std::int32_t kMissingGoesLeft = 4;
    static constexpr std::int32_t kFractional = 8;
    static constexpr std::int32_t kOtherTest = 16;  // `cut` is the position in others_

    struct LinearTerm {
        std::int32_t where;
        double weight;
        double fill;
    };
    struct OtherTest {
        TestKind kind = TestKind::leaf;  // leaf: left to child_of
        std::int32_t node = 0;
        std::size_t term_begin = 0;
        std::size_t term_end = 0;
        double bias = 0.0;
    };

    void place_columns();
    bool plain_feature(std::int32_t term) const;
    std::int32_t where(std::int32_t term) const;
    CompactNode compact(std::size_t node);
    void compact_other(std::size_t node);

    // Where values are: each column by itself, or all at fixed distances from the first.
    enum class Layout : std::uint8_t { columns, doubles, singles };

    template <Layout kLayout>
    void route_in(std::size_t first_row, std::span<std::int32_t> leaves) const;
    template <Layout kLayout, bool kPlain>
    void walk(std::size_t first_row, std::span<std::int32_t> leaves) const;
    template <Layout kLayout>
    double value(std::size_t row, std::int32_t where) const;
    template <Layout kLayout>
    int other_child(const OtherTest& test, std::size_t row, MissingRule rule) const;

    const Tree& tree_;
    const Columns& columns_;
    std::vector<CompactNode> nodes_;
    std::vector<OtherTest> others_;
    std::vector<LinearTerm> linear_terms_;
    Layout layout_ = Layout::columns;
    bool plain_ = true;  // axis tests on features only, every missing value filled
    const double* doubles_ = nullptr;
    const float* singles_ = nullptr;
    std::ptrdiff_t stride_ = 0;
    std::vector<std::ptrdiff_t> offsets_;
};

}  // namespace obliqua
