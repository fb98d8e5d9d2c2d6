#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "obliqua/criteria/multiway.hpp"
#include "obliqua/criteria/registry.hpp"
#include "obliqua/support/errors.hpp"

#include "arrays.hpp"
#include "bind.hpp"

namespace obliqua::bindings {

namespace {

// Calls measure(criterion, left, right, k) for each row of the two count matrices.
template <class Measure>
auto for_each_row(const std::string& name, const RowMajor<double>& left,
                  const RowMajor<double>& right, Measure&& measure) {
    if (left.shape(0) != right.shape(0) || left.shape(1) != right.shape(1)) {
        throw InvalidInput("left and right must have the same shape");
    }
    const AnyCriterion criterion = criterion_named(name);
    const std::size_t k = left.shape(1);
    std::vector<double> result(left.shape(0));
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = measure(criterion, left.data() + i * k, right.data() + i * k, k);
    }
    return array_from(std::move(result));
}

auto merits(const std::string& name, const RowMajor<double>& left, const RowMajor<double>& right) {
    return for_each_row(
        name, left, right,
        [](const AnyCriterion& criterion, const double* l, const double* r, std::size_t k) {
            std::vector<double> total(k);
            for (std::size_t c = 0; c < k; ++c) total[c] = l[c] + r[c];
            return merit_of({criterion, {}}, l, total.data(), k);
        });
}

auto impurities(const std::string& name, const RowMajor<double>& left,
                const RowMajor<double>& right) {
    return for_each_row(name, left, right, &impurity_of);
}

double merit_of_family(const std::string& name, const RowMajor<double>& children) {
    const std::vector<double> counts(children.data(), children.data() + children.size());
    return merit_of_children({criterion_named(name), {}}, counts, children.shape(1));
}

}  // namespace

void bind_criteria(nb::module_& module) {
    module.def("criterion_names", &criterion_names, "Names of the built-in criteria.");
    module.def("margin_criterion_names", &margin_criterion_names,
               "Names of the criteria that see distances.");
    module.def("merit", &merits, nb::arg("criterion"), nb::arg("left"), nb::arg("right"),
               "Merit of each partition; larger is better.");
    module.def("merit_of_children", &merit_of_family, nb::arg("criterion"), nb::arg("children"),
               "Merit of one partition into any number of children.");
    module.def("impurity", &impurities, nb::arg("criterion"), nb::arg("left"), nb::arg("right"),
               "Impurity of each partition as the papers print it; smaller is better.");
}

}  // namespace obliqua::bindings
