// Rows with classes and weights, checked and in the core's own types.
#pragma once

#include <optional>
#include <vector>

#include "obliqua/data/training.hpp"

#include "arrays.hpp"

namespace obliqua::bindings {

struct Labelled {
    std::vector<ClassId> classes;
    std::vector<double> weights;  // empty when all are one
    std::vector<RowIndex> rows;   // those with weight

    Training training(const Columns& columns, const Basis& basis, std::size_t n_classes) const {
        return {&columns, &basis, rows, classes, weights, n_classes};
    }
};

Labelled labelled(std::size_t n_rows, const Vector<std::int32_t>& classes,
                  const std::optional<Vector<double>>& weights, std::size_t n_classes);

}  // namespace obliqua::bindings
