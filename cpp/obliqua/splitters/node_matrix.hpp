// A node's rows as the searches for hyperplanes see them: one dense column per term, brought to
// a common scale, and a last column of ones for the constant. Rows stand in the order of their
// classes, so that classes are counted without being looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "obliqua/cuts/step_search.hpp"
#include "obliqua/data/training.hpp"
#include "obliqua/tree/test.hpp"

namespace obliqua {

// How a term is scaled at a node: (term - shift) / scale.
enum class Scaling : std::uint8_t {
    none,
    range,          // to [0, 1], so that no value is negative (Murthy et al. 1994, section 3.1)
    standard,       // mean 0, standard deviation 1
    interquartile,  // median 0, interquartile range 1 (Breiman et al. 1984, chapter 5)
};

// The rows in the order of their classes, the given order within a class.
std::vector<RowIndex> by_class(const Training& training, std::span<const RowIndex> rows);

class NodeMatrix {
   public:
    // `fills[t]` stands for the missing values of term t. Terms that are constant at the node, or
    // whose spread cannot be represented, are left out. `in_ranges`: see length().
    NodeMatrix(const Training& training, std::span<const RowIndex> rows,
               std::span<const double> fills, Scaling scaling, bool in_ranges);

    std::size_t n_rows() const { return labels_.size(); }
    std::size_t n_terms() const { return terms_.size(); }
    std::size_t n_columns() const { return terms_.size() + 1; }

    // Column n_terms() is the ones.
    std::span<const double> column(std::size_t i) const {
        return {values_.data() + i * n_rows(), n_rows()};
    }
    std::int32_t term(std::size_t i) const { return terms_[i]; }
    std::span<const ClassId> labels() const { return labels_; }
    std::span<const double> weights() const { return weights_; }

    // The values of the hyperplane with these weights, one per column.
    std::vector<double> values(std::span<const double> weights) const;

    // What the weight of a column counts for in the length of a hyperplane's normal, where criteria
    // see distances: they measure them in the terms' own units or in those of their ranges at the
    // node. The constant has no length.
    double unit(std::size_t i) const { return i < n_terms() ? units_[i] : 0.0; }
    MovingLength length(std::span<const double> weights) const { return length(weights, {}); }
    MovingLength length(std::span<const double> weights, std::span<const double> slopes) const;

    // The same hyperplane on unscaled terms, without zero weights; nothing when a weight is not
    // finite there. `fills` of the test are those given.
    std::optional<LinearTest> unscaled(std::span<const double> weights) const;

    // Weights, one per column, of a hyperplane on unscaled terms. Terms that are constant here
    // are left out.
    std::vector<double> scaled(const LinearTest& test) const;

   private:
    bool add_column(const Training& training, std::span<const RowIndex> rows, std::size_t term,
                    Scaling scaling, bool in_ranges);

    std::vector<double> values_;
    std::vector<std::int32_t> terms_;
    std::vector<double> shifts_;
    std::vector<double> scales_;
    std::vector<double> units_;
    std::vector<double> fills_;
    std::vector<ClassId> labels_;
    std::vector<double> weights_;
};

}  // namespace obliqua
