#include "obliqua/tree/route.hpp"

#include "obliqua/support/errors.hpp"

#include "arrays.hpp"
#include "bind.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

// A tree may only be routed over tables whose columns are of the kinds its tests ask for.
void check(const Tree& tree, const Columns& columns) {
    if (columns.n_features() != static_cast<std::size_t>(tree.n_features)) {
        throw InvalidInput("the table has " + std::to_string(columns.n_features()) +
                           " features but the tree was grown on " +
                           std::to_string(tree.n_features));
    }
    const auto demand = [&](std::int32_t feature, FeatureKind kind) {
        if (columns[static_cast<std::size_t>(feature)].kind == kind) return;
        throw InvalidInput(
            "feature " + std::to_string(feature) +
            (kind == FeatureKind::numeric ? " must be numeric" : " must be symbolic"));
    };
    for (const Term& term : tree.basis) {
        demand(term.a,
               term.kind == TermKind::indicator ? FeatureKind::symbolic : FeatureKind::numeric);
        if (term.kind == TermKind::product) demand(term.b, FeatureKind::numeric);
    }
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
        if (tree.kind[node] == static_cast<std::uint8_t>(TestKind::equality)) {
            demand(tree.test(node).terms[0], FeatureKind::symbolic);
        }
    }
}

using RouteToIndex = void (*)(const Tree&, const Columns&, std::span<std::int32_t>, std::size_t,
                              Monitor&);

template <RouteToIndex route>
auto to_index(const Tree& tree, const Table& table, std::size_t threads) {
    check(tree, table.columns());
    std::vector<std::int32_t> out(table.columns().n_rows());
    watched(nb::none(),
            [&](Monitor& monitor) { route(tree, table.columns(), out, threads, monitor); });
    return array_from(std::move(out));
}

auto shares(const Tree& tree, const Table& table, std::size_t threads) {
    check(tree, table.columns());
    const auto k = static_cast<std::size_t>(tree.n_classes);
    std::vector<double> out(table.columns().n_rows() * k);
    watched(nb::none(),
            [&](Monitor& monitor) { distributions(tree, table.columns(), out, threads, monitor); });
    return array_from(std::move(out), k);
}

nb::tuple all_paths(const Tree& tree, const Table& table) {
    check(tree, table.columns());
    Paths found = watched(nb::none(),
                          [&](Monitor& monitor) { return paths(tree, table.columns(), monitor); });
    return nb::make_tuple(array_from(std::move(found.begin)), array_from(std::move(found.nodes)));
}

}  // namespace

void bind_route(nb::module_& module) {
    module.def("apply", &to_index<&apply>, nb::arg("tree"), nb::arg("table"), nb::arg("threads"),
               "The leaf of every row.");
    module.def("classify", &to_index<&classify>, nb::arg("tree"), nb::arg("table"),
               nb::arg("threads"), "The class of every row.");
    module.def("distributions", &shares, nb::arg("tree"), nb::arg("table"), nb::arg("threads"),
               "Class shares of every row.");
    module.def("paths", &all_paths, nb::arg("tree"), nb::arg("table"),
               "The nodes every row passes, as (begin, nodes).");
}

}  // namespace obliqua::bindings
