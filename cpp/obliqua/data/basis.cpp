#include "obliqua/data/basis.hpp"

#include <cmath>

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

}  // namespace

Basis make_basis(const Columns& columns, const BasisRecipe& recipe) {
    Basis basis = numeric_basis(columns);
    if (recipe.quadratic) add_quadratic(basis, columns);
    return basis;
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
