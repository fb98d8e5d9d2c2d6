// A row with missing values in several leaves at once, by shares.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "obliqua/tree/tree.hpp"

namespace obliqua {

inline double weight_of(const Tree& tree, std::size_t node) {
    const std::span<const double> counts = tree.node_counts(node);
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

// Sends a row to every child where a value is missing (Quinlan 1993): a child's part of its
// parent's share is its part of the training weight, or equal parts where there is none.
// Quinlan divides by the parent's weight, which is the children's sum; taking the sum itself
// keeps the shares of a row summing to one whatever the counts of a foreign tree.
class ShareWalker {
   public:
    ShareWalker(const Tree& tree, const Columns& columns)
        : tree_(tree), columns_(columns), scratch_(static_cast<std::size_t>(tree.n_classes)) {}

    // Calls visit(node, share) for every node that a share of the row passes.
    template <class Visit>
    void walk(std::size_t row, const Visit& visit) {
        open_.assign(1, {0, 1.0});
        while (!open_.empty()) {
            const Part part = open_.back();
            open_.pop_back();
            visit(part.node, part.share);
            if (!tree_.is_leaf(part.node)) step(row, part);
        }
    }

    // Room for a distribution over classes, so that a row allocates nothing.
    std::span<double> scratch() { return scratch_; }

   private:
    struct Part {
        std::size_t node;
        double share;
    };

    void step(std::size_t row, const Part& part) {
        const auto first = static_cast<std::size_t>(tree_.first_child[part.node]);
        const int child = child_of(tree_.test(part.node), tree_.basis, columns_, row);
        if (child != kEveryChild) {
            open_.push_back({first + static_cast<std::size_t>(child), part.share});
            return;
        }
        const auto n_children = static_cast<std::size_t>(tree_.n_children[part.node]);
        double total = 0.0;
        for (std::size_t j = 0; j < n_children; ++j) total += weight_of(tree_, first + j);
        for (std::size_t j = n_children; j-- > 0;) {  // the first child is visited first
            const double fraction = total > 0.0 ? weight_of(tree_, first + j) / total
                                                : 1.0 / static_cast<double>(n_children);
            if (fraction > 0.0) open_.push_back({first + j, part.share * fraction});
        }
    }

    const Tree& tree_;
    const Columns& columns_;
    std::vector<Part> open_;
    std::vector<double> scratch_;
};

}  // namespace obliqua
