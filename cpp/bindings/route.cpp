#include "obliqua/tree/route.hpp"

#include "answers.hpp"
#include "arrays.hpp"
#include "bind.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

using RouteToIndex = void (*)(const Tree&, const Columns&, std::span<std::int32_t>, std::size_t,
                              Monitor&);

template <RouteToIndex route>
auto to_index(const Tree& tree, const Table& table, std::size_t threads) {
    Answers<std::int32_t> out(table.columns().n_rows());
    watched(nb::none(), [&](Monitor& monitor) {
        route(tree, table.columns(), out.values(), threads, monitor);
    });
    return std::move(out).array();
}

auto labels_of(const Tree& tree, const Table& table, const Vector<std::int64_t>& labels,
               std::size_t threads) {
    Answers<std::int64_t> out(table.columns().n_rows());
    watched(nb::none(), [&](Monitor& monitor) {
        label(tree, table.columns(), span_of(labels), out.values(), threads, monitor);
    });
    return std::move(out).array();
}

auto shares(const Tree& tree, const Table& table, std::size_t threads) {
    Answers<double> out(table.columns().n_rows(), static_cast<std::size_t>(tree.n_classes));
    watched(nb::none(), [&](Monitor& monitor) {
        distributions(tree, table.columns(), out.values(), threads, monitor);
    });
    return std::move(out).matrix();
}

nb::tuple all_paths(const Tree& tree, const Table& table) {
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
    module.def("label", &labels_of, nb::arg("tree"), nb::arg("table"), nb::arg("labels"),
               nb::arg("threads"), "The label of the class of every row.");
    module.def("distributions", &shares, nb::arg("tree"), nb::arg("table"), nb::arg("threads"),
               "Class shares of every row.");
    module.def("paths", &all_paths, nb::arg("tree"), nb::arg("table"),
               "The nodes every row passes, as (begin, nodes).");
}

}  // namespace obliqua::bindings
