#include "obliqua/grow/fit.hpp"

#include <nanobind/stl/optional.h>

#include "bind.hpp"
#include "labelled.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

// "hyperplanes": how many were considered. "traces": one (node, restart, merits, list of (terms,
// weights, bias, fills)) per climb that was recorded. "basis": the terms by number.
void fill(nb::dict report, const SearchReport& found, const Basis& basis) {
    nb::list traces;
    for (const NodeTrace& trace : found.traces) {
        nb::list hyperplanes;
        for (const LinearTest& test : trace.hyperplanes) {
            hyperplanes.append(nb::make_tuple(array_from(test.terms), array_from(test.weights),
                                              test.bias, array_from(test.fills)));
        }
        traces.append(
            nb::make_tuple(trace.node, trace.restart, array_from(trace.merits), hyperplanes));
    }
    nb::list terms;
    for (const Term& term : basis) {
        terms.append(nb::make_tuple(static_cast<int>(term.kind), term.a, term.b));
    }
    report["basis"] = terms;
    report["hyperplanes"] = found.hyperplanes;
    report["traces"] = traces;
}

Tree fit_tree(const Table& table, const Vector<std::int32_t>& classes,
              const std::optional<Vector<double>>& weights, std::size_t n_classes,
              const nb::dict& spec, std::uint64_t seed, nb::object progress,
              const std::optional<nb::dict>& report) {
    const FitSpec parsed = read_fit_spec(spec);
    const Labelled rows = labelled(table.columns().n_rows(), classes, weights, n_classes);
    const Basis basis = make_basis(table.columns(), parsed.basis);
    const Training training = rows.training(table.columns(), basis, n_classes);
    SearchReport found;
    Tree tree = watched(std::move(progress), [&](Monitor& monitor) {
        return fit(training, parsed, seed, monitor, found);
    });
    if (report) fill(*report, found, basis);
    return tree;
}

}  // namespace

void bind_fit(nb::module_& module) {
    module.def("fit", &fit_tree, nb::arg("table"), nb::arg("classes"), nb::arg("weights").none(),
               nb::arg("n_classes"), nb::arg("spec"), nb::arg("seed"), nb::arg("progress").none(),
               nb::arg("report") = nb::none(), "Grows and prunes one tree.");
}

}  // namespace obliqua::bindings
