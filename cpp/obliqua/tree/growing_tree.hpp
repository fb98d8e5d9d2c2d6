// The editable tree: nodes in an arena, addressed by id. Ids stay valid when nodes are removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "obliqua/tree/test.hpp"

namespace obliqua {

using NodeId = std::int32_t;
inline constexpr NodeId kNoNode = -1;

struct Node {
    NodeId parent = kNoNode;
    std::vector<NodeId> children;  // empty for a leaf
    Test test;                     // std::monostate for a leaf
    MissingRule missing = MissingRule::fill;
    std::vector<double> counts;  // weight per class of the rows it was grown from
    std::int64_t n_rows = 0;
    double merit = std::numeric_limits<double>::quiet_NaN();
    double margin = std::numeric_limits<double>::quiet_NaN();

    bool is_leaf() const { return children.empty(); }
};

class GrowingTree {
   public:
    // A tree of one leaf.
    explicit GrowingTree(std::vector<double> counts, std::int64_t n_rows);

    NodeId root() const { return root_; }
    Node& operator[](NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
    const Node& operator[](NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
    std::size_t arena_size() const { return nodes_.size(); }

    // Turns a leaf into a test node with `n_children` fresh leaves of zero counts; returns the
    // first child's id, the others follow. References to nodes are invalid afterwards.
    NodeId split(NodeId leaf, Test test, MissingRule missing, std::size_t n_children);
    // Turns a node into a leaf and releases everything below it.
    void collapse(NodeId node);
    // Puts `child`, which is somewhere below `node`, in `node`'s place; the rest of `node`'s
    // subtree is released. `child` keeps its id.
    void replace(NodeId node, NodeId child);
    // Of a node and its two children, all with two children: the second child of the first and
    // the first of the second change places, and the node's question and rule change places with
    // its children's, which must be one and the same (Utgoff 1995, TR 95-18, figure 1).
    void transpose(NodeId node);

   private:
    NodeId claim(std::size_t n);  // the first of n consecutive unused ids
    bool ends_in_run(std::size_t n) const;
    void gather_runs(std::size_t n);
    void release(NodeId node);
    void release_below(NodeId node, NodeId keep);

    std::vector<Node> nodes_;
    std::vector<NodeId> free_;
    NodeId root_ = 0;
};

}  // namespace obliqua
