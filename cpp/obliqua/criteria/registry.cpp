#include "obliqua/criteria/registry.hpp"

#include "obliqua/support/errors.hpp"

namespace obliqua {

namespace {

// Calls `visit` with a value of each alternative in turn.
template <std::size_t I = 0, class Visit>
void each_criterion(Visit&& visit) {
    if constexpr (I < std::variant_size_v<AnyCriterion>) {
        visit(std::variant_alternative_t<I, AnyCriterion>{});
        each_criterion<I + 1>(visit);
    }
}

// Of sides a distance of one apart, the hyperplane halfway.
struct OneApart {
    const double* left;
    const double* total;
    std::size_t k;

    double operator()(const MOC1::Rules& rules) const {
        const MOC1 measure(total, k, rules);
        return measure.merit(measure.twoing().merit(left, sum_of(left, k)), 1.0);
    }
    double operator()(const MOC2::Rules& rules) const {
        std::vector<double> right(k);
        for (std::size_t i = 0; i < k; ++i) right[i] = total[i] - left[i];
        if (rules.band > 0.5) return 0.0;
        return MOC2(total, k).merit({left, left, right.data()});
    }
};

double reciprocal(double goodness) {
    return goodness > 0.0 ? 1.0 / goodness : std::numeric_limits<double>::infinity();
}

template <class Criterion>
double reciprocal_merit(const double* left, const double* right, std::size_t k) {
    if (both_homogeneous(left, right, k)) return 0.0;
    std::vector<double> total(k);
    for (std::size_t i = 0; i < k; ++i) total[i] = left[i] + right[i];
    return reciprocal(Criterion(total.data(), k).merit(left, sum_of(left, k)));
}

}  // namespace

double InfoGain::impurity(const double* left, const double* right, std::size_t k) {
    return reciprocal_merit<InfoGain>(left, right, k);
}

double GainRatio::impurity(const double* left, const double* right, std::size_t k) {
    return reciprocal_merit<GainRatio>(left, right, k);
}

bool CriterionChoice::in_ranges() const {
    return margin && std::visit([](const auto& rules) { return rules.in_ranges; }, *margin);
}

double CriterionChoice::least_gain() const {
    return margin ? std::visit([](const auto& rules) { return rules.least_gain; }, *margin) : 0.0;
}

std::vector<std::string> criterion_names() {
    std::vector<std::string> names;
    each_criterion([&](auto of) { names.emplace_back(decltype(of)::type::name); });
    return names;
}

std::vector<std::string> margin_criterion_names() {
    return {std::string(MOC1::Rules::name), std::string(MOC2::Rules::name)};
}

AnyCriterion criterion_named(std::string_view name) {
    std::optional<AnyCriterion> found;
    each_criterion([&](auto of) {
        if (decltype(of)::type::name == name) found = of;
    });
    if (found) return *found;
    std::string message = "criterion '" + std::string(name) + "' is unknown; choose from ";
    const std::vector<std::string> names = criterion_names();
    for (std::size_t i = 0; i < names.size(); ++i)
        message += (i == 0 ? "'" : ", '") + names[i] + "'";
    throw InvalidInput(message);
}

double merit_of(const CriterionChoice& criterion, const double* left, const double* total,
                std::size_t k) {
    if (criterion.custom) {
        std::vector<double> right(k);
        for (std::size_t i = 0; i < k; ++i) right[i] = total[i] - left[i];
        double score = 0.0;
        criterion.custom(left, right.data(), 1, k, &score);
        return score;
    }
    if (criterion.margin) return std::visit(OneApart{left, total, k}, *criterion.margin);
    return std::visit(
        [&](auto of) {
            const typename decltype(of)::type measure(total, k);
            return measure.merit(left, sum_of(left, k));
        },
        criterion.built_in);
}

double impurity_of(const AnyCriterion& criterion, const double* left, const double* right,
                   std::size_t k) {
    return std::visit([&](auto of) { return decltype(of)::type::impurity(left, right, k); },
                      criterion);
}

}  // namespace obliqua
