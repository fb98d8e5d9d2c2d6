#include "obliqua/tree/tree.hpp"

#include <nanobind/stl/vector.h>

#include "obliqua/support/errors.hpp"

#include "arrays.hpp"
#include "bind.hpp"

namespace obliqua::bindings {

namespace {

// The tree's arrays by name, in the order of the model file. `visit(name, member)`.
template <class TreeType, class Visit>
void each_array(TreeType& tree, Visit&& visit) {
    visit("kind", tree.kind);
    visit("missing", tree.missing);
    visit("parent", tree.parent);
    visit("first_child", tree.first_child);
    visit("n_children", tree.n_children);
    visit("term_begin", tree.term_begin);
    visit("weight_begin", tree.weight_begin);
    visit("constant_begin", tree.constant_begin);
    visit("terms", tree.terms);
    visit("fills", tree.fills);
    visit("weights", tree.weights);
    visit("constants", tree.constants);
    visit("outputs", tree.outputs);
    visit("counts", tree.counts);
    visit("n_rows", tree.n_rows);
    visit("merit", tree.merit);
    visit("margin", tree.margin);
}

std::vector<std::int32_t> flat_basis(const Basis& basis) {
    std::vector<std::int32_t> flat;
    flat.reserve(3 * basis.size());
    for (const Term& term : basis) {
        flat.insert(flat.end(), {static_cast<std::int32_t>(term.kind), term.a, term.b});
    }
    return flat;
}

// Views of one array: counts have a row per node, the rest are vectors.
template <class T>
nb::object view(nb::handle owner, const char* name, const std::vector<T>& values,
                std::int32_t n_classes) {
    if (std::string_view(name) == "counts") {
        const auto k = static_cast<std::size_t>(n_classes);
        return nb::cast(nb::ndarray<nb::numpy, const T, nb::ndim<2>>(
            values.data(), {k == 0 ? 0 : values.size() / k, k}, owner));
    }
    return nb::cast(
        nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, owner));
}

nb::dict to_arrays(nb::handle_t<Tree> self) {
    const Tree& tree = nb::cast<const Tree&>(self);
    nb::dict arrays;
    arrays["n_features"] = tree.n_features;
    arrays["n_classes"] = tree.n_classes;
    arrays["basis"] = array_from(flat_basis(tree.basis), 3);
    each_array(tree, [&](const char* name, const auto& values) {
        arrays[name] = view(self, name, values, tree.n_classes);
    });
    return arrays;
}

template <class T>
std::vector<T> read_array(const nb::dict& arrays, const char* name, std::size_t n_dims) {
    if (!arrays.contains(name))
        throw InvalidInput(std::string("tree: array '") + name + "' is missing");
    nb::ndarray<const T, nb::c_contig, nb::device::cpu> array;
    if (!nb::try_cast(arrays[name], array, false) || array.ndim() != n_dims) {
        throw InvalidInput(std::string("tree: array '") + name + "' has the wrong type or shape");
    }
    return {array.data(), array.data() + array.size()};
}

std::int32_t read_int(const nb::dict& arrays, const char* name) {
    std::int32_t value = 0;
    if (!arrays.contains(name) || !nb::try_cast(arrays[name], value) || value < 0) {
        throw InvalidInput(std::string("tree: '") + name + "' must be an integer >= 0");
    }
    return value;
}

Tree from_arrays(const nb::dict& arrays) {
    Tree tree;
    tree.n_features = read_int(arrays, "n_features");
    tree.n_classes = read_int(arrays, "n_classes");
    const auto basis = read_array<std::int32_t>(arrays, "basis", 2);
    if (basis.size() % 3 != 0) throw InvalidInput("tree: array 'basis' must have three columns");
    for (std::size_t i = 0; i < basis.size(); i += 3) {
        if (basis[i] < 0 || basis[i] > static_cast<int>(TermKind::product)) {
            throw InvalidInput("tree: basis[" + std::to_string(i / 3) + "] has an unknown kind");
        }
        tree.basis.push_back({static_cast<TermKind>(basis[i]), basis[i + 1], basis[i + 2]});
    }
    each_array(tree, [&](const char* name, auto& values) {
        using T = typename std::remove_reference_t<decltype(values)>::value_type;
        values = read_array<T>(arrays, name, std::string_view(name) == "counts" ? 2 : 1);
    });
    validate(tree);
    return tree;
}

}  // namespace

void bind_tree(nb::module_& module) {
    nb::class_<Tree> type(module, "Tree", "A frozen tree as parallel arrays.");
    type.def_static("from_arrays", &from_arrays, nb::arg("arrays"))
        .def("to_arrays", &to_arrays)
        .def("__getstate__", &to_arrays)
        .def("__setstate__",
             [](Tree& self, const nb::dict& arrays) { new (&self) Tree(from_arrays(arrays)); })
        .def_prop_ro("n_nodes", &Tree::n_nodes)
        .def_ro("n_features", &Tree::n_features)
        .def_ro("n_classes", &Tree::n_classes)
        .def_prop_ro(
            "basis", [](const Tree& tree) { return array_from(flat_basis(tree.basis), 3); },
            nb::rv_policy::automatic);
    const Tree names;
    each_array(names, [&]<class T>(const char* name, const std::vector<T>&) {
        type.def_prop_ro(name, [name = std::string(name)](nb::handle_t<Tree> self) {
            nb::object found;
            const Tree& tree = nb::cast<const Tree&>(self);
            each_array(tree, [&](const char* candidate, const auto& values) {
                if (name == candidate) found = view(self, candidate, values, tree.n_classes);
            });
            return found;
        });
    });
    module.def(
        "collapsed",
        [](const Tree& tree, const Vector<bool>& mask) {
            if (mask.size() != tree.n_nodes())
                throw InvalidInput("mask must have one entry per node");
            return collapsed(tree, std::vector<bool>(mask.data(), mask.data() + mask.size()));
        },
        nb::arg("tree"), nb::arg("mask"), "The tree in which every marked node is a leaf.");
}

}  // namespace obliqua::bindings
