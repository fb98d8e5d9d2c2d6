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
