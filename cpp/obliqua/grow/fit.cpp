#include "obliqua/grow/fit.hpp"

#include <algorithm>
#include <array>

#include "obliqua/support/errors.hpp"

namespace obliqua {

namespace {

constexpr std::array<std::pair<std::string_view, PruningMethod>, 6> kMethods{{
    {"none", PruningMethod::none},
    {"cost-complexity", PruningMethod::cost_complexity},
    {"cost-complexity-cv", PruningMethod::cost_complexity_cv},
    {"reduced-error", PruningMethod::reduced_error},
    {"pessimistic", PruningMethod::pessimistic},
    {"mdl", PruningMethod::mdl},
}};

}  // namespace

PruningMethod pruning_named(std::string_view name) {
    std::string known;
    for (const auto& [candidate, method] : kMethods) {
        if (candidate == name) return method;
        known += (known.empty() ? "'" : ", '") + std::string(candidate) + "'";
    }
    throw InvalidInput("pruning method '" + std::string(name) + "' is unknown; choose from " + known);
}

Tree fit(const Training& training, const FitSpec& spec, std::uint64_t seed, Monitor& monitor) {
    std::vector<RowIndex> rows;
    for (std::size_t row = 0; row < training.columns->n_rows(); ++row) {
        if (training.weight(row) > 0.0) rows.push_back(static_cast<RowIndex>(row));
    }
    const SplitSettings settings{spec.criterion, spec.missing, static_cast<double>(spec.min_samples_leaf)};
    const auto splitter = make_splitter(spec.splitter, training, settings, spec.threads, monitor);
    const GrowSettings grow_settings{
        spec.stopping, spec.missing == MissingPolicy::fractional ? MissingRule::fractional : MissingRule::fill,
        seed, spec.threads};
    return freeze(grow(training, std::move(rows), *splitter, grow_settings, monitor), *training.basis,
                  static_cast<std::int32_t>(training.columns->n_features()),
                  static_cast<std::int32_t>(training.n_classes));
}

}  // namespace obliqua
