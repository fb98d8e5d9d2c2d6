#include "obliqua/tree/growing_tree.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace obliqua {

GrowingTree::GrowingTree(std::vector<double> counts, std::int64_t n_rows) {
    nodes_.emplace_back();
    nodes_[0].counts = std::move(counts);
    nodes_[0].n_rows = n_rows;
}

NodeId GrowingTree::split(NodeId leaf, Test test, MissingRule missing, std::size_t n_children) {
    assert((*this)[leaf].is_leaf() && n_children >= 2);
    const NodeId first = claim(n_children);
    Node& node = (*this)[leaf];
    node.test = std::move(test);
    node.missing = missing;
    node.children.resize(n_children);
    for (std::size_t i = 0; i < n_children; ++i) {
        const NodeId child = first + static_cast<NodeId>(i);
        node.children[i] = child;
        (*this)[child].parent = leaf;
        (*this)[child].counts.assign(node.counts.size(), 0.0);
    }
    return first;
}

void GrowingTree::collapse(NodeId node) {
    release_below(node, kNoNode);
    Node& leaf = (*this)[node];
    leaf.children.clear();
    leaf.test = std::monostate{};
    leaf.missing = MissingRule::fill;
    leaf.merit = std::numeric_limits<double>::quiet_NaN();
    leaf.margin = std::numeric_limits<double>::quiet_NaN();
}

void GrowingTree::replace(NodeId node, NodeId child) {
    if (node == child) return;
    const NodeId parent = (*this)[node].parent;
    release_below(node, child);
    (*this)[child].parent = parent;
    if (parent == kNoNode) {
        root_ = child;
    } else {
        std::vector<NodeId>& siblings = (*this)[parent].children;
        *std::find(siblings.begin(), siblings.end(), node) = child;
    }
    release(node);
}

void GrowingTree::transpose(NodeId node) {
    Node& top = (*this)[node];
    const NodeId first = top.children[0];
    const NodeId second = top.children[1];
    Node& left = (*this)[first];
    Node& right = (*this)[second];
    assert(top.children.size() == 2 && left.children.size() == 2 && right.children.size() == 2);
    std::swap(left.children[1], right.children[0]);
    (*this)[left.children[1]].parent = first;
    (*this)[right.children[0]].parent = second;
    right.test = top.test;
    std::swap(top.test, left.test);
    right.missing = top.missing;
    std::swap(top.missing, left.missing);
}

NodeId GrowingTree::claim(std::size_t n) {
    // The newest free ids are usually one released family, highest first. When most of the
    // arena is free some family-sized run must exist, and searching for it bounds the arena by a
    // multiple of the live nodes.
    if (!ends_in_run(n) && free_.size() * n > nodes_.size() * (n - 1) + n) gather_runs(n);
    if (ends_in_run(n)) {
        const NodeId first = free_.back();
        free_.resize(free_.size() - n);
        return first;
    }
    const std::size_t first = nodes_.size();
    nodes_.resize(first + n);
    return static_cast<NodeId>(first);
}

bool GrowingTree::ends_in_run(std::size_t n) const {
    if (free_.size() < n) return false;
    for (std::size_t i = 1; i < n; ++i) {
        const std::size_t at = free_.size() - i;
        if (free_[at - 1] != free_[at] + 1) return false;
    }
    return true;
}

// Orders the free ids so that disjoint runs of `n` consecutive ones come last.
void GrowingTree::gather_runs(std::size_t n) {
    std::sort(free_.begin(), free_.end(), std::greater<>{});
    std::vector<NodeId> ordered;
    std::vector<NodeId> runs;
    ordered.reserve(free_.size());
    for (std::size_t i = 0; i < free_.size();) {
        const std::size_t end = i + n;
        if (end <= free_.size() && free_[i] == free_[end - 1] + static_cast<NodeId>(n) - 1) {
            runs.insert(runs.end(), free_.begin() + static_cast<std::ptrdiff_t>(i),
                        free_.begin() + static_cast<std::ptrdiff_t>(end));
            i = end;
        } else {
            ordered.push_back(free_[i++]);
        }
    }
    ordered.insert(ordered.end(), runs.begin(), runs.end());
    free_ = std::move(ordered);
}

void GrowingTree::release(NodeId node) {
    (*this)[node] = Node{};
    free_.push_back(node);
}

// Everything below `node` except `keep` and what is below it. Iterative: depth has no limit.
void GrowingTree::release_below(NodeId node, NodeId keep) {
    std::vector<std::vector<NodeId>> families;
    families.push_back((*this)[node].children);
    while (!families.empty()) {
        const std::vector<NodeId> family = std::move(families.back());
        families.pop_back();
        for (const NodeId id : family) {
            if (id != keep && !(*this)[id].is_leaf()) {
                families.push_back(std::move((*this)[id].children));
            }
        }
        for (auto id = family.rbegin(); id != family.rend(); ++id) {
            if (*id != keep) release(*id);
        }
    }
}

}  // namespace obliqua
