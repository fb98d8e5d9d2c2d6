#include "labelled.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "obliqua/data/weights.hpp"
#include "obliqua/support/errors.hpp"

namespace obliqua::bindings {

Labelled labelled(std::size_t n_rows, const Vector<std::int32_t>& classes,
                  const std::optional<Vector<double>>& weights, std::size_t n_classes) {
    if (n_rows == 0) throw InvalidInput("the table has no rows");
    if (n_classes > std::numeric_limits<ClassId>::max()) {
        throw InvalidInput("at most 65535 classes are supported; y has " +
                           std::to_string(n_classes));
    }
    if (classes.size() != n_rows) throw InvalidInput("y must have one entry per row of the table");
    Labelled result;
    result.classes.reserve(n_rows);
    for (std::size_t row = 0; row < n_rows; ++row) {
        const std::int32_t label = classes.data()[row];
        if (label < 0 || static_cast<std::size_t>(label) >= n_classes) {
            throw InvalidInput("class of row " + std::to_string(row) + " is out of range");
        }
        result.classes.push_back(static_cast<ClassId>(label));
    }
    result.rows.resize(n_rows);
    std::iota(result.rows.begin(), result.rows.end(), RowIndex{0});
    if (!weights) return result;
    if (weights->size() != n_rows) throw InvalidInput("sample_weight must have one entry per row");
    const std::span<const double> given = span_of(*weights);
    const bool all_one = std::all_of(given.begin(), given.end(), [](double w) { return w == 1.0; });
    if (all_one) return result;
    result.weights = exact_weights(given);
    std::erase_if(result.rows, [&](RowIndex row) { return result.weights[row] <= 0.0; });
    return result;
}

}  // namespace obliqua::bindings
