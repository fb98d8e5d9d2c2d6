#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "obliqua/incremental/direct_tree.hpp"
#include "obliqua/incremental/error_correction.hpp"
#include "obliqua/incremental/exact_learner.hpp"
#include "obliqua/incremental/leave_one_out.hpp"
#include "obliqua/support/errors.hpp"

#include "arrays.hpp"
#include "bind.hpp"
#include "spec.hpp"
#include "table.hpp"
#include "watched.hpp"

namespace obliqua::bindings {

namespace {

using Codes = std::vector<std::vector<std::int32_t>>;

// The opaque state of an incremental learner; one thread at a time.
class ExactState {
   private:
    template <class Work>
    void locked(const Work& work) {
        nb::gil_scoped_release release;
        const std::lock_guard lock(mutex_);
        work();
    }

    template <class Work>
    auto watch(nb::object progress, const Work& work) {
        return watched(std::move(progress), [&](Monitor& monitor) {
            const std::lock_guard lock(mutex_);
            return work(monitor);
        });
    }

   public:
    explicit ExactState(std::size_t n_features) : learner_(n_features) {}

    void describe(const std::vector<int>& kinds, const Codes& order, std::size_t n_classes) {
        const auto symbolic = std::make_unique<bool[]>(kinds.size());
        std::transform(kinds.begin(), kinds.end(), symbolic.get(),
                       [](int kind) { return kind != 0; });
        locked([&] { learner_.describe({symbolic.get(), kinds.size()}, order, n_classes); });
    }

    void add(const Table& table, const Vector<std::int32_t>& classes,
             const std::optional<Vector<std::int64_t>>& weights, const Vector<std::int64_t>& ids) {
        locked([&] { learner_.add(new_rows(table, classes, weights, ids)); });
    }

    auto correct_rows(const Table& table, const Vector<std::int32_t>& classes,
                      const std::optional<Vector<std::int64_t>>& weights,
                      const Vector<std::int64_t>& ids, const Vector<std::int32_t>& places,
                      std::int32_t n_classes, bool prune, bool pool, nb::object progress) {
        const Layout layout = layout_of(places, n_classes, {});
        const std::vector<bool> learned = watch(std::move(progress), [&](Monitor& monitor) {
            return correct(learner_, new_rows(table, classes, weights, ids), layout, {prune, pool},
                           monitor);
        });
        return array_from(std::vector<std::uint8_t>(learned.begin(), learned.end()));
    }

    void remove(const Vector<std::int64_t>& ids) {
        locked([&] { learner_.remove(span_of(ids)); });
    }

    auto remove_equal(const Table& table, const Vector<std::int32_t>& classes) {
        std::vector<std::int64_t> ids;
        locked([&] { ids = learner_.remove_equal(table.columns(), span_of(classes)); });
        return array_from(std::move(ids));
    }

    // Takes rows away until `show`.
    void hide(const Vector<std::int64_t>& ids) {
        locked([&] {
            if (!hidden_.empty()) throw InvalidInput("rows are hidden already");
            hidden_ = learner_.hide(span_of(ids));
        });
    }
    void show() {
        locked([&] { learner_.show(std::exchange(hidden_, {})); });
    }

    // The place of the class that each row, oldest first, is given by the tree without it.
    auto leave_one_out(const Vector<std::int32_t>& places, std::int32_t n_classes, bool prune,
                       nb::object progress) {
        const Layout layout = layout_of(places, n_classes, {});
        return array_from(watch(std::move(progress), [&](Monitor& monitor) {
            return obliqua::leave_one_out(learner_, layout, prune, monitor);
        }));
    }

    void revise(nb::object progress) {
        watch(std::move(progress), [&](Monitor& monitor) { learner_.revise(monitor); });
    }

    Tree freeze(const Vector<std::int32_t>& places, std::int32_t n_classes, const Codes& categories,
                bool prune, nb::object progress) {
        Layout layout = layout_of(places, n_classes, categories);
        return watch(std::move(progress), [&](Monitor& monitor) {
            show_kinds(layout);
            learner_.revise(monitor);
            Frozen frozen = learner_.frozen(layout);
            return prune ? pruned(frozen).tree : std::move(frozen.tree);
        });
    }

    // DMTI's tree of the rows.
    Tree direct(const Vector<std::int32_t>& places, std::int32_t n_classes, const Codes& categories,
                const nb::dict& spec, nb::object progress) {
        Layout layout = layout_of(places, n_classes, categories);
        SpecReader reader(spec, "");
        DirectMetric metric;
        metric.kind = metric_named(reader.get<std::string>("metric"));
        metric.feature_costs = numbers(reader, "feature_costs", learner_.rows().n_features());
        const auto k = static_cast<std::size_t>(n_classes);
        metric.cost_matrix = numbers(reader, "cost_matrix", k * k);
        const bool prune = reader.get<bool>("prune");
        reader.finish();
        return watch(std::move(progress), [&](Monitor& monitor) {
            show_kinds(layout);
            return direct_tree(learner_, layout, metric, prune, monitor);
        });
    }

    // Values (categories by the state's own numbers), classes, weights, ids; oldest first.
    nb::tuple rows() {
        const std::lock_guard lock(mutex_);
        const RowStore& store = learner_.rows();
        const std::vector<Slot> slots = store.slots();
        std::vector<double> values;
        std::vector<std::int32_t> classes;
        std::vector<std::int64_t> weights;
        std::vector<std::int64_t> ids;
        values.reserve(slots.size() * store.n_features());
        for (const Slot slot : slots) {
            for (std::size_t f = 0; f < store.n_features(); ++f) {
                values.push_back(store.value(f, slot));
            }
            classes.push_back(store.label(slot));
            weights.push_back(store.weight(slot));
            ids.push_back(store.id(slot));
        }
        return nb::make_tuple(array_from(std::move(values), store.n_features()),
                              array_from(std::move(classes)), array_from(std::move(weights)),
                              array_from(std::move(ids)));
    }

    // Which of these ids are not known.
    auto unknown(const Vector<std::int64_t>& ids) {
        const std::lock_guard lock(mutex_);
        std::vector<std::int64_t> absent;
        for (const std::int64_t id : span_of(ids)) {
            if (learner_.rows().find(id) == kNoSlot) absent.push_back(id);
        }
        return array_from(std::move(absent));
    }

    // Weight of the rows that know each feature, have each of its categories, or each class.
    std::vector<std::int64_t> known() const {
        std::vector<std::int64_t> known;
        for (std::size_t f = 0; f < learner_.rows().n_features(); ++f) {
            known.push_back(learner_.rows().known(f));
        }
        return known;
    }
    std::vector<std::int64_t> categories(std::size_t feature) const {
        const auto counts = learner_.rows().categories(feature);
        return {counts.begin(), counts.end()};
    }
    std::vector<std::int64_t> class_weight() const {
        const auto counts = learner_.rows().class_weight();
        return {counts.begin(), counts.end()};
    }
    std::int64_t weight() const { return learner_.rows().weight(); }
    std::size_t n_rows() const { return learner_.rows().n_rows(); }

   private:
    static NewRows new_rows(const Table& table, const Vector<std::int32_t>& classes,
                            const std::optional<Vector<std::int64_t>>& weights,
                            const Vector<std::int64_t>& ids) {
        NewRows rows{&table.columns(), span_of(classes), {}, span_of(ids)};
        if (weights) rows.weights = span_of(*weights);
        return rows;
    }

    static std::vector<double> numbers(SpecReader& reader, const char* key, std::size_t n) {
        const auto array = reader.get<Vector<double>>(key);
        if (array.size() != n) {
            throw InvalidInput(std::string(key) + " must be " + std::to_string(n) + " numbers");
        }
        return {array.data(), array.data() + n};
    }

    void show_kinds(Layout& layout) const {
        const RowStore& rows = learner_.rows();
        for (std::size_t f = 0; f < rows.n_features(); ++f) {
            layout.symbolic.push_back(rows.symbolic(f) && rows.known(f) > 0);
        }
    }

    Layout layout_of(const Vector<std::int32_t>& places, std::int32_t n_classes,
                     const Codes& categories) const {
        Layout layout{{places.data(), places.data() + places.size()}, n_classes, categories, {}};
        if (places.size() < learner_.rows().n_classes()) {
            throw InvalidInput("every class must have a place");
        }
        for (const std::int32_t place : layout.classes) {
            if (place >= n_classes) throw InvalidInput("a class has a place that there is not");
        }
        return layout;
    }

    ExactLearner learner_;
    std::vector<ExactLearner::Hidden> hidden_;
    std::mutex mutex_;
};

}  // namespace

void bind_incremental(nb::module_& module) {
    nb::class_<ExactState>(module, "ExactState", "Rows and the one tree they stand for.")
        .def(nb::init<std::size_t>(), nb::arg("n_features"))
        .def("describe", &ExactState::describe, nb::arg("kinds"), nb::arg("order"),
             nb::arg("n_classes"))
        .def("add", &ExactState::add, nb::arg("table"), nb::arg("classes"),
             nb::arg("weights").none(), nb::arg("ids"))
        .def("correct", &ExactState::correct_rows, nb::arg("table"), nb::arg("classes"),
             nb::arg("weights").none(), nb::arg("ids"), nb::arg("places"), nb::arg("n_classes"),
             nb::arg("prune"), nb::arg("pool"), nb::arg("progress").none())
        .def("remove", &ExactState::remove, nb::arg("ids"))
        .def("remove_equal", &ExactState::remove_equal, nb::arg("table"), nb::arg("classes"))
        .def("hide", &ExactState::hide, nb::arg("ids"))
        .def("show", &ExactState::show)
        .def("leave_one_out", &ExactState::leave_one_out, nb::arg("places"), nb::arg("n_classes"),
             nb::arg("prune"), nb::arg("progress").none())
        .def("revise", &ExactState::revise, nb::arg("progress").none())
        .def("freeze", &ExactState::freeze, nb::arg("places"), nb::arg("n_classes"),
             nb::arg("categories"), nb::arg("prune"), nb::arg("progress").none())
        .def("direct", &ExactState::direct, nb::arg("places"), nb::arg("n_classes"),
             nb::arg("categories"), nb::arg("spec"), nb::arg("progress").none())
        .def("rows", &ExactState::rows)
        .def("unknown", &ExactState::unknown, nb::arg("ids"))
        .def("known", &ExactState::known)
        .def("categories", &ExactState::categories, nb::arg("feature"))
        .def("class_weight", &ExactState::class_weight)
        .def_prop_ro("weight", &ExactState::weight)
        .def_prop_ro("n_rows", &ExactState::n_rows);
}

}  // namespace obliqua::bindings
