#include "obliqua/data/basis.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace obliqua {

namespace {

bool overflows(const Term& term, const Columns& columns) {
    for (std::size_t row = 0; row < columns.n_rows(); ++row) {
        if (std::isinf(term_value(term, columns, row))) return true;
    }
    return false;
}

// With the n numeric features themselves (n^2 + 3n) / 2 terms: Ittner and Schlosser 1996,
// "Non-Linear Decision Trees".
void add_quadratic(Basis& basis, const Columns& columns) {
    const Basis numeric = numeric_basis(columns);
    const auto add = [&](const Term& term) {
        if (!overflows(term, columns)) basis.push_back(term);
    };
    for (const Term& term : numeric) add({TermKind::square, term.a, 0});
    for (std::size_t i = 0; i < numeric.size(); ++i) {
        for (std::size_t j = i + 1; j < numeric.size(); ++j) {
            add({TermKind::product, numeric[i].a, numeric[j].a});
        }
    }
}

void add_indicators(Basis& basis, const Columns& columns) {
    for (std::size_t feature = 0; feature < columns.n_features(); ++feature) {
        if (columns[feature].kind != FeatureKind::symbolic) continue;
        const std::int32_t n_values = columns[feature].n_categories;
        const std::int32_t n_indicators = n_values == 2 ? 1 : n_values;
        for (std::int32_t value = 0; value < n_indicators; ++value) {
            basis.push_back({TermKind::indicator, static_cast<std::int32_t>(feature), value});
        }
    }
}

}  // namespace

Basis make_basis(const Columns& columns, const BasisRecipe& recipe) {
    Basis basis = numeric_basis(columns);
    if (recipe.quadratic) add_quadratic(basis, columns);
    if (recipe.indicators) add_indicators(basis, columns);
    return basis;
}

Basis without_indicators(const Basis& basis) {
    Basis others;
    std::copy_if(basis.begin(), basis.end(), std::back_inserter(others),
                 [](const Term& term) { return term.kind != TermKind::indicator; });
    return others;
}

Basis numeric_basis(const Columns& columns) {
    Basis basis;
    for (std::size_t feature = 0; feature < columns.n_features(); ++feature) {
        if (columns[feature].kind == FeatureKind::numeric) {
            basis.push_back({TermKind::feature, static_cast<std::int32_t>(feature), 0});
        }
    }
    return basis;
}

}  // namespace obliqua
