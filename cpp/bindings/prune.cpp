#include <nanobind/stl/optional.h>

#include "obliqua/grow/possible_tests.hpp"
#include "obliqua/grow/pruning.hpp"
#include "obliqua/pruners/cost_complexity.hpp"
#include "obliqua/pruners/description_length.hpp"
#include "obliqua/support/errors.hpp"

#include "bind.hpp"
#include "labelled.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

Tree prune_tree(const Tree& tree, const Table& table, const Vector<std::int32_t>& classes,
                const std::optional<Vector<double>>& weights, const nb::dict& spec,
                std::size_t threads) {
    const PruningParams params = read_pruning(SpecReader(spec, "pruning."));
    const auto n_classes = static_cast<std::size_t>(tree.n_classes);
    const Labelled rows = labelled(table.columns().n_rows(), classes, weights, n_classes);
    const Training sample = rows.training(table.columns(), tree.basis, n_classes);
    return watched(nb::none(),
                   [&](Monitor& monitor) { return prune(tree, sample, params, threads, monitor); });
}

auto tests_of(const Tree& tree, const Table& table, const Vector<std::int32_t>& classes) {
    const auto n_classes = static_cast<std::size_t>(tree.n_classes);
    const Labelled rows = labelled(table.columns().n_rows(), classes, std::nullopt, n_classes);
    return array_from(possible_tests(tree, rows.training(table.columns(), tree.basis, n_classes)));
}

double length_of(const Tree& tree, const Vector<double>& tests) {
    if (tests.size() != tree.n_nodes()) {
        throw InvalidInput("possible_tests must have one entry per node");
    }
    return description_length(tree, span_of(tests));
}

nb::tuple path_of(const Tree& tree) {
    CostComplexityPath path = cost_complexity_path(tree);
    return nb::make_tuple(array_from(std::move(path.alphas)), array_from(std::move(path.errors)),
                          array_from(std::move(path.step)));
}

}  // namespace

void bind_prune(nb::module_& module) {
    module.def("prune", &prune_tree, nb::arg("tree"), nb::arg("table"), nb::arg("classes"),
               nb::arg("weights").none(), nb::arg("spec"), nb::arg("threads"),
               "Prunes a grown tree by the rows given.");
    module.def("possible_tests", &tests_of, nb::arg("tree"), nb::arg("table"), nb::arg("classes"),
               "How many tests each node could choose from, given these rows.");
    module.def("description_length", &length_of, nb::arg("tree"), nb::arg("possible_tests"),
               "Bits that encode the tree and its exceptions among the rows it was grown from.");
    module.def("cost_complexity_path", &path_of, nb::arg("tree"),
               "Alphas, training errors and the step at which each node becomes a leaf.");
}

}  // namespace obliqua::bindings
