#include "obliqua/incremental/exact_tree.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace obliqua {

bool NodeFacts::pure() const {
    return std::any_of(counts.begin(), counts.end(),
                       [this](std::int64_t count) { return count == weight; });
}

void NodeFacts::count(std::size_t label, std::int64_t change) {
    if (label >= counts.size()) counts.resize(label + 1, 0);
    counts[label] += change;
    weight += change;
}

bool same_question(const Test& a, const Test& b) {
    if (const auto* axis = std::get_if<AxisTest>(&a)) {
        const auto* other = std::get_if<AxisTest>(&b);
        return other != nullptr && axis->term == other->term && axis->cut == other->cut;
    }
    const auto* one = std::get_if<EqualityTest>(&a);
    const auto* other = std::get_if<EqualityTest>(&b);
    return one != nullptr && other != nullptr && one->feature == other->feature &&
           one->category == other->category;
}

void ExactTree::reset() {
    tree_ = GrowingTree({}, 0);
    facts_.assign(1, {});
    homes_.clear();
    NodeFacts& root = facts_[0];
    std::vector<Slot> slots = rows_->slots();
    for (const Slot slot : slots) root.count(rows_->label(slot), rows_->weight(slot));
    settle_rows(0, std::move(slots));
}

void ExactTree::add(Slot slot) {
    NodeId id = root();
    for (;;) {
        pass(id, slot, rows_->weight(slot));
        if (node(id).is_leaf()) break;
        const int to = side(id, slot);
        if (to == kStays) break;
        id = node(id).children[static_cast<std::size_t>(to)];
    }
    enter(id, slot);
}

void ExactTree::remove(Slot slot) {
    const Home home = homes_[slot];
    std::vector<Slot>& slots = facts(home.node).rows;
    slots[home.place] = slots.back();
    homes_[slots[home.place]].place = home.place;
    slots.pop_back();
    homes_[slot] = {};
    reweigh_from(home.node, slot, -rows_->weight(slot));
}

void ExactTree::reweigh(Slot slot, std::int64_t change) {
    reweigh_from(homes_[slot].node, slot, change);
}

void ExactTree::reweigh_from(NodeId id, Slot slot, std::int64_t change) {
    for (; id != kNoNode; id = node(id).parent) pass(id, slot, change);
}

void ExactTree::pass(NodeId id, Slot slot, std::int64_t weight) {
    NodeFacts& at = facts(id);
    at.count(rows_->label(slot), weight);
    at.tests = -1;
    at.stale = true;
}

void ExactTree::enter(NodeId id, Slot slot) {
    if (homes_.size() <= slot) homes_.resize(slot + 1);
    std::vector<Slot>& slots = facts(id).rows;
    homes_[slot] = {id, static_cast<std::uint32_t>(slots.size())};
    slots.push_back(slot);
}

int ExactTree::side(NodeId id, Slot slot) const {
    const Test& test = node(id).test;
    if (const auto* axis = std::get_if<AxisTest>(&test)) {
        const double value = rows_->value(static_cast<std::size_t>(axis->term), slot);
        if (std::isnan(value)) return kStays;
        return value <= axis->cut ? 0 : 1;
    }
    const auto& equality = std::get<EqualityTest>(test);
    const double value = rows_->value(static_cast<std::size_t>(equality.feature), slot);
    if (std::isnan(value)) return kStays;
    return value == static_cast<double>(equality.category) ? 0 : 1;
}

void ExactTree::gather(NodeId id, std::vector<Slot>& slots) const {
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const NodeId next = open.back();
        open.pop_back();
        const std::vector<Slot>& here = facts(next).rows;
        slots.insert(slots.end(), here.begin(), here.end());
        const std::vector<NodeId>& children = node(next).children;
        open.insert(open.end(), children.begin(), children.end());
    }
}

void ExactTree::clear(NodeId id) {
    tree_.collapse(id);
    facts(id).rows.clear();
}

NodeId ExactTree::split(NodeId leaf, Test test) {
    const NodeId first = tree_.split(leaf, std::move(test), MissingRule::fractional, 2);
    facts_.resize(tree_.arena_size());
    facts(leaf).rows.clear();
    for (NodeId child = first; child < first + 2; ++child) {
        facts(child) = {};
        facts(child).counts.assign(facts(leaf).counts.size(), 0);
    }
    return first;
}

void ExactTree::transpose(NodeId id, const Test& wanted) {
    // Pairs of a node and whether its children have the test already; no recursion, as a tree may
    // be of any depth.
    std::vector<std::pair<NodeId, bool>> open{{id, false}};
    while (!open.empty()) {
        const auto [next, ready] = open.back();
        open.pop_back();
        if (ready) {
            swap_levels(next);
        } else if (node(next).is_leaf()) {
            install_at_leaf(next, wanted);
        } else if (!same_question(node(next).test, wanted)) {
            open.emplace_back(next, true);
            for (const NodeId child : node(next).children) open.emplace_back(child, false);
        }
    }
}

// Deviation: where a subtree is a leaf, 001 puts the other in the node's place and adds the leaf's
// rows to it. Here the leaf is divided by the test as well, so that the test that was at the node
// is kept below it: a chain of tests that each cut off a few rows changes its order and nothing
// else. What is superfluous then goes when the stale nodes are revised.
void ExactTree::install_at_leaf(NodeId leaf, const Test& wanted) {
    std::vector<Slot> slots = std::move(facts(leaf).rows);
    split(leaf, wanted);
    facts(leaf).stale = true;
    lead_down(leaf, std::move(slots));
}

void ExactTree::swap_levels(NodeId id) {
    tree_.transpose(id);
    std::vector<Slot> loose = std::move(facts(id).rows);
    facts(id).rows.clear();
    for (const NodeId child : node(id).children) {
        std::vector<Slot>& there = facts(child).rows;
        loose.insert(loose.end(), there.begin(), there.end());
        there.clear();
        sum_up(child);
    }
    facts(id).stale = true;
    lead_down(id, std::move(loose));
}

// A node's counts from its children's; it has no rows of its own.
void ExactTree::sum_up(NodeId id) {
    NodeFacts& sum = facts(id);
    sum.counts.assign(sum.counts.size(), 0);
    sum.weight = 0;
    for (const NodeId child : node(id).children) {
        const NodeFacts& part = facts(child);
        for (std::size_t i = 0; i < part.counts.size(); ++i) {
            if (part.counts[i] != 0) sum.count(i, part.counts[i]);
        }
    }
    sum.tests = -1;
    sum.stale = true;
}

// Rows that a node's counts know already go down from it as far as its tests lead.
void ExactTree::lead_down(NodeId id, std::vector<Slot> slots) {
    for (const Slot slot : slots) {
        NodeId at = id;
        while (!node(at).is_leaf()) {
            const int to = side(at, slot);
            if (to == kStays) break;
            at = node(at).children[static_cast<std::size_t>(to)];
            pass(at, slot, rows_->weight(slot));
        }
        enter(at, slot);
    }
}

void ExactTree::set_merit(NodeId id, double merit, double margin) {
    tree_[id].merit = merit;
    tree_[id].margin = margin;
}

void ExactTree::settle_rows(NodeId id, std::vector<Slot> slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (homes_.size() <= slots[i]) homes_.resize(rows_->n_slots());
        homes_[slots[i]] = {id, static_cast<std::uint32_t>(i)};
    }
    facts(id).rows = std::move(slots);
}

}  // namespace obliqua
