#include "obliqua/grow/fit.hpp"

#include <nanobind/stl/optional.h>

#include "bind.hpp"
#include "labelled.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

Tree fit_tree(const Table& table, const Vector<std::int32_t>& classes,
              const std::optional<Vector<double>>& weights, std::size_t n_classes,
              const nb::dict& spec, std::uint64_t seed, nb::object progress) {
    const FitSpec parsed = read_fit_spec(spec);
    const Labelled rows = labelled(table.columns().n_rows(), classes, weights, n_classes);
    const Basis basis = numeric_basis(table.columns());
    const Training training = rows.training(table.columns(), basis, n_classes);
    return watched(std::move(progress),
                   [&](Monitor& monitor) { return fit(training, parsed, seed, monitor); });
}

}  // namespace

void bind_fit(nb::module_& module) {
    module.def("fit", &fit_tree, nb::arg("table"), nb::arg("classes"), nb::arg("weights").none(),
               nb::arg("n_classes"), nb::arg("spec"), nb::arg("seed"), nb::arg("progress").none(),
               "Grows and prunes one tree.");
}

}  // namespace obliqua::bindings
