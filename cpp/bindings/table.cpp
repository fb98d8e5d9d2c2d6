#include "table.hpp"

#include <limits>
#include <type_traits>

#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "obliqua/support/errors.hpp"

namespace obliqua::bindings {

namespace {

template <class Value>
void set_numbers(Column& column, const Value* values) {
    if constexpr (std::is_same_v<Value, float>) {
        column.singles = values;
    } else {
        column.numbers = values;
    }
}

template <class Value>
Columns columns_of(const Matrix<Value>& numeric, const Matrix<std::int32_t>& symbolic,
                   const std::vector<int>& kinds, const std::vector<std::int32_t>& n_categories) {
    if (kinds.size() != n_categories.size() ||
        kinds.size() != numeric.shape(1) + symbolic.shape(1)) {
        throw InvalidInput("kinds and n_categories must name every column of the two matrices");
    }
    const std::size_t n_rows = numeric.shape(1) > 0 ? numeric.shape(0) : symbolic.shape(0);
    if (symbolic.shape(1) > 0 && symbolic.shape(0) != n_rows) {
        throw InvalidInput("the numeric and the symbolic matrix must have the same number of rows");
    }
    if (n_rows > std::numeric_limits<RowIndex>::max()) {
        throw InvalidInput("a table in memory may have at most 4294967295 rows");
    }
    std::vector<Column> columns;
    std::size_t next_numeric = 0;
    std::size_t next_symbolic = 0;
    for (std::size_t f = 0; f < kinds.size(); ++f) {
        Column column;
        if (kinds[f] == 0 && next_numeric < numeric.shape(1)) {
            set_numbers(column, numeric.data() + static_cast<std::ptrdiff_t>(next_numeric++) *
                                                     numeric.stride(1));
            column.stride = numeric.stride(0);
        } else if (kinds[f] == 1 && next_symbolic < symbolic.shape(1)) {
            column.kind = FeatureKind::symbolic;
            column.codes =
                symbolic.data() + static_cast<std::ptrdiff_t>(next_symbolic++) * symbolic.stride(1);
            column.stride = symbolic.stride(0);
            column.n_categories = n_categories[f];
        } else {
            throw InvalidInput(
                "kinds must be 0 (numeric) or 1 (symbolic), as many of each as columns");
        }
        columns.push_back(column);
    }
    return {n_rows, std::move(columns)};
}

}  // namespace

Table::Table(Numbers numeric, Matrix<std::int32_t> symbolic, const std::vector<int>& kinds,
             const std::vector<std::int32_t>& n_categories)
    : numeric_(std::move(numeric)),
      symbolic_(std::move(symbolic)),
      columns_(std::visit(
          [&](const auto& numbers) { return columns_of(numbers, symbolic_, kinds, n_categories); },
          numeric_)) {}

void bind_table(nb::module_& module) {
    nb::class_<Table>(module, "Table", "A view of a table's columns; keeps the arrays alive.")
        .def(nb::init<Table::Numbers, Matrix<std::int32_t>, const std::vector<int>&,
                      const std::vector<std::int32_t>&>(),
             nb::arg("numeric").noconvert(), nb::arg("symbolic").noconvert(), nb::arg("kinds"),
             nb::arg("n_categories"))
        .def_prop_ro("n_rows", [](const Table& table) { return table.columns().n_rows(); })
        .def_prop_ro("n_features", [](const Table& table) { return table.columns().n_features(); });
}

}  // namespace obliqua::bindings
