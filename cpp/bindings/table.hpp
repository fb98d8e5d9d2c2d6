// A user's table as Python hands it over: two matrices and the order of their columns.
#pragma once

#include <variant>

#include "obliqua/data/columns.hpp"

#include "arrays.hpp"

namespace obliqua::bindings {

class Table {
   public:
    // Single precision is as good as double where rows are only routed.
    using Numbers = std::variant<Matrix<double>, Matrix<float>>;

    Table(Numbers numeric, Matrix<std::int32_t> symbolic, const std::vector<int>& kinds,
          const std::vector<std::int32_t>& n_categories);

    const Columns& columns() const { return columns_; }

   private:
    Numbers numeric_;
    Matrix<std::int32_t> symbolic_;
    Columns columns_;
};

void bind_table(nb::module_& module);

}  // namespace obliqua::bindings
