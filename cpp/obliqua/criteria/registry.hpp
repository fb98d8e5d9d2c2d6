// Every criterion by name. To add one:
//   1. write criteria/<name>.hpp (the interface is in partition.hpp);
//   2. include it here and add it to `AnyCriterion`;
//   3. add a line to docs/systems/criteria.md and a case to the criteria tests.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "obliqua/criteria/gain_ratio.hpp"
#include "obliqua/criteria/gini.hpp"
#include "obliqua/criteria/info_gain.hpp"
#include "obliqua/criteria/minority.hpp"
#include "obliqua/criteria/moc1.hpp"
#include "obliqua/criteria/moc2.hpp"
#include "obliqua/criteria/twoing.hpp"
#include "obliqua/criteria/variance.hpp"

namespace obliqua {

// Stands for a type, so that a criterion can be chosen at run time and inlined in the kernel.
template <class Criterion>
struct Of {
    using type = Criterion;
};

using AnyCriterion = std::variant<Of<Twoing>, Of<Gini>, Of<InfoGain>, Of<GainRatio>,
                                  Of<MaxMinority>, Of<SumMinority>, Of<Variance>>;

// A user's own criterion: scores `m` partitions at once, given left and right counts (m rows of
// k); larger is better. Called under whatever lock the caller needs.
using ScoreFunction = std::function<void(const double* left, const double* right, std::size_t m,
                                         std::size_t k, double* scores)>;

// Criteria that see distances from the hyperplane besides the counts on its sides. Those who know
// counts alone take an equality test's sides to lie a distance of one apart.
using MarginRules = std::variant<MOC1::Rules, MOC2::Rules>;

struct CriterionChoice {
    AnyCriterion built_in = Of<Gini>{};
    ScoreFunction custom;                    // replaces `built_in` when set
    std::optional<MarginRules> margin = {};  // likewise

    // Whether a term's unit is its range at the node where distances are measured, or its own.
    bool in_ranges() const;
    // The share by which a merit must be larger for a search to move there.
    double least_gain() const;
};

// Throws InvalidInput listing the names when there is no such criterion.
AnyCriterion criterion_named(std::string_view name);
std::vector<std::string> criterion_names();
std::vector<std::string> margin_criterion_names();

// Merit of one partition; `right` is what `total` has beyond `left`.
double merit_of(const CriterionChoice& criterion, const double* left, const double* total,
                std::size_t k);
// Impurity as the papers print it: zero for two homogeneous sides, smaller is better.
double impurity_of(const AnyCriterion& criterion, const double* left, const double* right,
                   std::size_t k);

}  // namespace obliqua
