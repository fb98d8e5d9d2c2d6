// Rows with classes and weights, checked and in the core's own types.
#pragma once

#include <optional>
#include <vector>

#include "arrays.hpp"
#include "obliqua/data/training.hpp"

namespace obliqua::bindings {

struct Labelled {
    std::vector<ClassId> classes;
    std::vector<double> weights;
};

Labelled labelled(std::size_t n_rows, const Vector<std::int32_t>& classes,
                  const std::optional<Vector<double>>& weights, std::size_t n_classes);

}  // namespace obliqua::bindings
