#include "spec.hpp"

#include <algorithm>
#include <memory>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include "obliqua/support/errors.hpp"

#include "arrays.hpp"

namespace obliqua::bindings {

namespace {

// What a user's criterion returned: m numbers.
Vector<double> numbers_of(const nb::object& scores, std::size_t m) {
    Vector<double> array;
    try {
        nb::object converted = nb::module_::import_("numpy").attr("ascontiguousarray")(
            scores, nb::arg("dtype") = "float64");
        if (nb::try_cast(converted, array) && array.size() == m) return array;
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    }
    throw InvalidInput("criterion: the callable must return one number per row of the counts");
}

// The core copies what it is told, without the GIL: only the last owner may touch Python.
std::shared_ptr<nb::object> shared(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* last) {
                nb::gil_scoped_acquire gil;
                delete last;
            }};
}

// Shows counts to Python as arrays of its own, so that a criterion may keep or change them.
ScoreFunction scores_of(nb::object callable) {
    return [callable = shared(std::move(callable))](const double* left, const double* right,
                                                    std::size_t m, std::size_t k, double* scores) {
        nb::gil_scoped_acquire gil;
        const auto counts = [&](const double* values) {
            return array_from(std::vector<double>(values, values + m * k), k);
        };
        const Vector<double> array = numbers_of((*callable)(counts(left), counts(right)), m);
        std::copy_n(array.data(), m, scores);
    };
}

template <std::size_t I = 0>
MarginRules read_margin_rules(SpecReader reader, const std::string& name) {
    if constexpr (I < std::variant_size_v<MarginRules>) {
        std::variant_alternative_t<I, MarginRules> rules;
        if (rules.name != name) return read_margin_rules<I + 1>(std::move(reader), name);
        rules.fields(reader);
        reader.finish();
        return rules;
    } else {
        throw InvalidInput("criterion.name '" + name + "' is unknown");
    }
}

BasisRecipe read_basis(SpecReader reader) {
    BasisRecipe recipe;
    recipe.quadratic = reader.get<bool>("quadratic");
    recipe.indicators = reader.get<bool>("indicators");
    reader.finish();
    return recipe;
}

MissingPolicy missing_named(const std::string& name) {
    if (name == "mean") return MissingPolicy::mean;
    if (name == "node-mean") return MissingPolicy::node_mean;
    if (name == "fractional") return MissingPolicy::fractional;
    throw InvalidInput("missing '" + name +
                       "' is unknown; choose from 'mean', 'node-mean', 'fractional'");
}

StoppingRules read_stopping(SpecReader reader, std::size_t& min_samples_leaf) {
    StoppingRules rules;
    rules.max_depth = reader.get<std::size_t>("max_depth");
    rules.min_samples_split = reader.get<std::size_t>("min_samples_split");
    rules.max_leaf_nodes = reader.get<std::size_t>("max_leaf_nodes");
    min_samples_leaf = reader.get<std::size_t>("min_samples_leaf");
    reader.finish();
    return rules;
}

}  // namespace

void SpecReader::finish() const {
    for (const auto& [key, value] : values_) {
        const auto name = nb::cast<std::string>(key);
        if (!read_.contains(name)) throw InvalidInput("spec: '" + path_ + name + "' is unknown");
    }
}

nb::handle SpecReader::at(const char* key) {
    read_.insert(key);
    if (!values_.contains(key)) refuse(key, "is missing");
    return values_[key];
}

void SpecReader::refuse(const char* key, const char* why) const {
    throw InvalidInput("spec: '" + path_ + key + "' " + why);
}

CriterionChoice read_criterion(const nb::object& criterion) {
    CriterionChoice choice;
    std::string name;
    nb::dict rules;
    if (nb::try_cast(criterion, rules)) {
        SpecReader reader(rules, "criterion.");
        name = reader.get<std::string>("name");
        choice.margin = read_margin_rules(std::move(reader), name);
    } else if (nb::try_cast(criterion, name)) {
        choice.built_in = criterion_named(name);
    } else {
        choice.custom = scores_of(criterion);
    }
    return choice;
}

PruningParams read_pruning(SpecReader reader) {
    PruningParams params;
    params.method = pruning_named(reader.get<std::string>("method"));
    params.fraction = reader.get<double>("fraction");
    params.se = reader.get<double>("se");
    params.confidence = reader.get<double>("confidence");
    params.folds = reader.get<std::size_t>("folds");
    reader.finish();
    return params;
}

FitSpec read_fit_spec(const nb::dict& values) {
    SpecReader reader(values, "");
    FitSpec spec;
    spec.basis = read_basis(reader.section("basis"));
    spec.criterion = read_criterion(reader.object("criterion"));
    reader("splitter", spec.splitter);
    spec.missing = missing_named(reader.get<std::string>("missing"));
    spec.stopping = read_stopping(reader.section("stopping"), spec.min_samples_leaf);
    spec.pruning = read_pruning(reader.section("pruning"));
    spec.merge_leaves = reader.get<bool>("merge_leaves");
    spec.threads = std::max<std::size_t>(1, reader.get<std::size_t>("threads"));
    reader.finish();
    return spec;
}

}  // namespace obliqua::bindings
