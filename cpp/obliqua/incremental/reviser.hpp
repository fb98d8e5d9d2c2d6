// Ensures that every node has its best test (001, section 2.5): goes down from a stale node, and
// where another test is wanted, grows what is below anew. One sort per feature at the node where
// it starts serves all nodes below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/incremental/choice.hpp"
#include "obliqua/incremental/exact_tree.hpp"
#include "obliqua/support/monitor.hpp"

namespace obliqua {

class Reviser {
   public:
    Reviser(ExactTree& tree, FixedLog& log) : tree_(tree), rows_(tree.rows()), log_(log) {}

    // Leaves no stale node at or below `top`. When this throws, the tree must be reset.
    void revise(NodeId top, Monitor& monitor);

    // Each feature's best test at a node, in the order of features, a merit of 0 included.
    // Counts the node's tests.
    std::vector<Choice> best_of_features(NodeId id);
    // Gives a node this test and children that are stale leaves.
    void install(NodeId id, const Choice& choice);

   private:
    // Rows of one node: members [begin, end), and per feature a range of sightings.
    struct Segment {
        NodeId node;
        std::size_t begin;
        std::size_t end;
        std::size_t ranges;  // where in ranges_
    };
    struct Range {
        std::uint32_t begin;
        std::uint32_t end;
    };

    void load(NodeId top);
    Candidates candidates(const Segment& segment);
    void settle(const Segment& segment, const Candidates& found);
    bool within_reach(const Segment& segment, const Test& wanted) const;
    void keep(const Segment& segment, const Choice& choice);
    void make_leaf(const Segment& segment);
    void grow(const Segment& segment, const Choice& choice);
    void mark_sides(const Segment& segment, const Choice& choice);
    void descend(const Segment& segment);
    void separate(const Segment& segment, bool left, bool right, NodeId left_id, NodeId right_id);

    ExactTree& tree_;
    const RowStore& rows_;
    FixedLog& log_;

    std::vector<Slot> slots_;            // of the rows below the node where it started
    std::vector<std::int64_t> weights_;  // likewise; empty when every row weighs one
    std::vector<std::vector<Sighting>> sightings_;
    std::vector<std::uint32_t> members_;
    std::vector<std::int8_t> sides_;
    std::vector<Range> ranges_;
    std::vector<Range> parents_;
    std::vector<Segment> open_;
    std::vector<Sighting> room_;
    std::vector<std::uint32_t> member_room_;
};

}  // namespace obliqua
