#include "obliqua/incremental/reviser.hpp"

#include <algorithm>
#include <cmath>

namespace obliqua {
namespace {

// Puts what goes left first, then what goes right, each in the order it had; gives the two sizes.
// What goes neither way, or to a side that is not wanted, is lost.
template <class T, class SideOf>
std::pair<std::size_t, std::size_t> part(std::span<T> items, std::vector<T>& room, bool left,
                                         bool right, const SideOf& side_of) {
    room.clear();
    std::size_t kept = 0;
    for (const T item : items) {
        const std::int8_t side = side_of(item);
        if (side == 0) {
            if (left) items[kept++] = item;
        } else if (side == 1 && right) {
            room.push_back(item);
        }
    }
    std::copy(room.begin(), room.end(), items.begin() + static_cast<std::ptrdiff_t>(kept));
    return {kept, room.size()};
}

}  // namespace

void Reviser::revise(NodeId top, Monitor& monitor) {
    if (!tree_.facts(top).stale) return;
    load(top);
    while (!open_.empty()) {
        const Segment segment = open_.back();
        open_.pop_back();
        monitor.advance(0.0);
        settle(segment, candidates(segment));
    }
}

void Reviser::load(NodeId top) {
    slots_.clear();
    tree_.gather(top, slots_);
    const std::size_t n = slots_.size();
    const std::size_t d = rows_.n_features();
    log_.reach(rows_.weight());
    weights_.clear();
    if (!rows_.plain()) {
        for (const Slot slot : slots_) weights_.push_back(rows_.weight(slot));
    }
    members_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) members_[i] = i;
    sides_.assign(n, kStays);
    sightings_.resize(d);
    ranges_.clear();
    for (std::size_t f = 0; f < d; ++f) {
        std::vector<Sighting>& column = sightings_[f];
        column.clear();
        for (std::uint32_t i = 0; i < n; ++i) {
            const double value = rows_.value(f, slots_[i]);
            if (!std::isnan(value)) column.push_back({value, i, rows_.label(slots_[i])});
        }
        std::sort(column.begin(), column.end(),
                  [](const Sighting& a, const Sighting& b) { return a.value < b.value; });
        ranges_.push_back({0, static_cast<std::uint32_t>(column.size())});
    }
    open_.assign(1, {top, 0, n, 0});
}

Candidates Reviser::candidates(const Segment& segment) {
    Candidates found;
    const NodeFacts& facts = tree_.facts(segment.node);
    if (facts.weight == 0 || facts.pure()) return found;
    Merit merit(log_, facts.counts, facts.weight);
    for (std::size_t f = 0; f < rows_.n_features(); ++f) {
        const Range range = ranges_[segment.ranges + f];
        const std::span<const Sighting> column(sightings_[f].data() + range.begin,
                                               range.end - range.begin);
        scan(rows_, f, column, weights_, column.size() == segment.end - segment.begin, facts.counts,
             facts.weight, merit, found);
    }
    return found;
}

void Reviser::settle(const Segment& segment, const Candidates& found) {
    NodeFacts& facts = tree_.facts(segment.node);
    facts.stale = false;
    facts.tests = found.tests;
    if (!found.best.found()) {
        make_leaf(segment);
        return;
    }
    const Test wanted = found.best.test();
    if (!same_question(wanted, tree_.node(segment.node).test) && within_reach(segment, wanted)) {
        tree_.transpose(segment.node, wanted);
        tree_.facts(segment.node).stale = false;
    }
    if (same_question(wanted, tree_.node(segment.node).test)) {
        keep(segment, found.best);
    } else {
        grow(segment, found.best);
    }
}

// Is the test at both children already, or at one beside a leaf? Then transposition touches
// nothing below them; where it must reach deeper, growing anew is cheaper.
bool Reviser::within_reach(const Segment& segment, const Test& wanted) const {
    bool found = false;
    for (const NodeId child : tree_.node(segment.node).children) {
        const bool has_it = same_question(tree_.node(child).test, wanted);
        if (!has_it && !tree_.node(child).is_leaf()) return false;
        found = found || has_it;
    }
    return found;
}

void Reviser::make_leaf(const Segment& segment) {
    if (tree_.node(segment.node).is_leaf() &&
        tree_.facts(segment.node).rows.size() == segment.end - segment.begin) {
        return;
    }
    tree_.clear(segment.node);
    std::vector<Slot> slots;
    slots.reserve(segment.end - segment.begin);
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
        slots.push_back(slots_[members_[i]]);
    }
    tree_.settle_rows(segment.node, std::move(slots));
}

void Reviser::keep(const Segment& segment, const Choice& choice) {
    tree_.set_merit(segment.node, choice.merit, choice.margin());
    const std::vector<NodeId>& children = tree_.node(segment.node).children;
    if (!tree_.facts(children[0]).stale && !tree_.facts(children[1]).stale) return;
    mark_sides(segment, choice);
    descend(segment);
}

void Reviser::grow(const Segment& segment, const Choice& choice) {
    tree_.clear(segment.node);
    const NodeId left = tree_.split(segment.node, choice.test());
    tree_.set_merit(segment.node, choice.merit, choice.margin());
    mark_sides(segment, choice);
    std::vector<Slot> staying;
    for (std::size_t i = segment.begin; i < segment.end; ++i) {
        const Slot slot = slots_[members_[i]];
        const std::int8_t side = sides_[members_[i]];
        if (side == kStays) {
            staying.push_back(slot);
        } else {
            tree_.facts(left + side).count(rows_.label(slot), rows_.weight(slot));
        }
    }
    tree_.settle_rows(segment.node, std::move(staying));
    descend(segment);
}

void Reviser::mark_sides(const Segment& segment, const Choice& choice) {
    for (std::size_t i = segment.begin; i < segment.end; ++i) sides_[members_[i]] = kStays;
    const auto f = static_cast<std::size_t>(choice.feature);
    const Range range = ranges_[segment.ranges + f];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        const Sighting& seen = sightings_[f][i];
        sides_[seen.row] = choice.goes_left(seen.value) ? 0 : 1;
    }
}

void Reviser::descend(const Segment& segment) {
    const std::vector<NodeId>& children = tree_.node(segment.node).children;
    separate(segment, tree_.facts(children[0]).stale, tree_.facts(children[1]).stale, children[0],
             children[1]);
}

void Reviser::separate(const Segment& segment, bool left, bool right, NodeId left_id,
                       NodeId right_id) {
    const std::size_t d = rows_.n_features();
    parents_.assign(ranges_.begin() + static_cast<std::ptrdiff_t>(segment.ranges),
                    ranges_.begin() + static_cast<std::ptrdiff_t>(segment.ranges + d));
    ranges_.resize(segment.ranges);
    const auto [n_left, n_right] =
        part(std::span(members_).subspan(segment.begin, segment.end - segment.begin), member_room_,
             left, right, [&](std::uint32_t row) { return sides_[row]; });
    const Segment to_left{left_id, segment.begin, segment.begin + n_left, ranges_.size()};
    const Segment to_right{right_id, to_left.end, to_left.end + n_right,
                           ranges_.size() + (left ? d : 0)};
    ranges_.resize(ranges_.size() + (left ? d : 0) + (right ? d : 0));
    for (std::size_t f = 0; f < d; ++f) {
        const Range range = parents_[f];
        const auto [lefts, rights] =
            part(std::span(sightings_[f]).subspan(range.begin, range.end - range.begin), room_,
                 left, right, [&](const Sighting& seen) { return sides_[seen.row]; });
        const auto middle = range.begin + static_cast<std::uint32_t>(lefts);
        if (left) ranges_[to_left.ranges + f] = {range.begin, middle};
        if (right) {
            ranges_[to_right.ranges + f] = {middle, middle + static_cast<std::uint32_t>(rights)};
        }
    }
    if (left) open_.push_back(to_left);
    if (right) open_.push_back(to_right);
}

std::vector<Choice> Reviser::best_of_features(NodeId id) {
    load(id);
    const Segment segment = open_.back();
    open_.clear();
    std::vector<Choice> choices;
    NodeFacts& facts = tree_.facts(id);
    facts.tests = 0;
    if (facts.weight == 0 || facts.pure()) return choices;
    Merit merit(log_, facts.counts, facts.weight);
    for (std::size_t f = 0; f < rows_.n_features(); ++f) {
        Candidates found;
        found.best.merit = -1.0;
        scan(rows_, f, sightings_[f], weights_, sightings_[f].size() == segment.end, facts.counts,
             facts.weight, merit, found);
        facts.tests += found.tests;
        if (found.best.found()) choices.push_back(found.best);
    }
    return choices;
}

void Reviser::install(NodeId id, const Choice& choice) {
    load(id);
    const Segment segment = open_.back();
    open_.clear();
    grow(segment, choice);
    open_.clear();
    std::vector<Slot> rows[2];
    for (std::size_t i = 0; i < segment.end; ++i) {
        if (sides_[i] != kStays) rows[sides_[i]].push_back(slots_[i]);
    }
    const std::vector<NodeId>& children = tree_.node(id).children;
    for (std::size_t side = 0; side < 2; ++side) {
        tree_.settle_rows(children[side], std::move(rows[side]));
    }
}

}  // namespace obliqua
