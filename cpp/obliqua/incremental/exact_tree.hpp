// The tree that rows are added to and taken from. What it must look like is said by the rows
// alone (docs/systems/iti.md); until it is revised it may look otherwise, but every row is
// where its tests lead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "obliqua/incremental/row_store.hpp"
#include "obliqua/tree/growing_tree.hpp"

namespace obliqua {

// What is kept with a node of the growing tree.
struct NodeFacts {
    std::vector<std::int64_t> counts;  // weight per class of the rows at and below the node
    std::int64_t weight = 0;
    std::vector<Slot> rows;   // of a leaf; of a test, those that lack its value
    std::int64_t tests = -1;  // how many it can choose from; -1: not counted since rows changed
    bool stale = true;        // rows changed since its test was chosen

    bool pure() const;
    void count(std::size_t label, std::int64_t change);
};

// Do two tests, of the kinds that an exact tree has, ask the same?
bool same_question(const Test& a, const Test& b);

inline constexpr int kStays = -1;

class ExactTree {
   public:
    explicit ExactTree(const RowStore& rows) : rows_(&rows), tree_({}, 0), facts_(1) {}

    const RowStore& rows() const { return *rows_; }
    NodeId root() const { return tree_.root(); }
    const Node& node(NodeId id) const { return tree_[id]; }
    NodeFacts& facts(NodeId id) { return facts_[static_cast<std::size_t>(id)]; }
    const NodeFacts& facts(NodeId id) const { return facts_[static_cast<std::size_t>(id)]; }
    bool stale() const { return facts(root()).stale; }

    // Back to one stale leaf with all rows.
    void reset();

    // A row of the store comes (001, section 2.3), goes, or changes its weight; the nodes it
    // passes become stale.
    void add(Slot slot);
    void remove(Slot slot);
    void reweigh(Slot slot, std::int64_t change);

    // 0 is left, 1 right, kStays where the row lacks the value.
    int side(NodeId id, Slot slot) const;
    // Where a row is.
    NodeId home(Slot slot) const { return homes_[slot].node; }
    // All rows at and below a node.
    void gather(NodeId id, std::vector<Slot>& slots) const;

    // Turns a node into a leaf without rows, to be settled anew.
    void clear(NodeId id);
    // Puts a test at a leaf; its rows become nobody's. Returns the left child, the right follows.
    NodeId split(NodeId leaf, Test test);
    // Installs a test at a node by transposition (001, section 2.4): first at both its children,
    // whatever is below them, then at the node. Every row stays where the tests lead, and whatever
    // changed is stale.
    void transpose(NodeId id, const Test& wanted);
    void set_merit(NodeId id, double merit, double margin);
    void settle_rows(NodeId id, std::vector<Slot> slots);

   private:
    struct Home {
        NodeId node = kNoNode;
        std::uint32_t place = 0;
    };

    void reweigh_from(NodeId id, Slot slot, std::int64_t change);
    void install_at_leaf(NodeId leaf, const Test& wanted);
    void swap_levels(NodeId id);
    void sum_up(NodeId id);
    void lead_down(NodeId id, std::vector<Slot> slots);
    void pass(NodeId id, Slot slot, std::int64_t weight);
    void enter(NodeId id, Slot slot);

    const RowStore* rows_;
    GrowingTree tree_;
    std::vector<NodeFacts> facts_;
    std::vector<Home> homes_;  // by slot
};

}  // namespace obliqua
