// The terms that tests may use: features, indicators of symbolic values, squares, products.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "obliqua/data/columns.hpp"

namespace obliqua {

enum class TermKind : std::uint8_t { feature = 0, indicator = 1, square = 2, product = 3 };

// `a` is a feature; `b` the second feature of a product, or the category of an indicator.
struct Term {
    TermKind kind = TermKind::feature;
    std::int32_t a = 0;
    std::int32_t b = 0;

    bool operator==(const Term&) const = default;
};

using Basis = std::vector<Term>;

// NaN where a feature that the term needs is missing. An indicator is +1 or -1
// (Brodley and Utgoff 1995, section 2.1); a value never seen in training gives -1.
inline double term_value(const Term& term, const Columns& columns, std::size_t row) {
    const Column& first = columns[static_cast<std::size_t>(term.a)];
    switch (term.kind) {
        case TermKind::feature:
            return first.number(row);
        case TermKind::indicator:
            if (first.code(row) == kMissingCode) return std::numeric_limits<double>::quiet_NaN();
            return first.code(row) == term.b ? 1.0 : -1.0;
        case TermKind::square:
            return first.number(row) * first.number(row);
        case TermKind::product:
            return first.number(row) * columns[static_cast<std::size_t>(term.b)].number(row);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

// Which terms a fit's tests may use besides the numeric features themselves.
struct BasisRecipe {
    bool quadratic = false;   // squares and pairwise products of numeric features (004)
    bool indicators = false;  // of symbolic features' values (003, section 2.1)
};

// Numeric features, then squares, then products, each in the features' order: where tests are
// equally good the smallest term wins, so the plainest does. Squares and products that overflow
// for some row are left out. Indicators come last: one, of the first value, for a feature of two
// values; else one per value.
Basis make_basis(const Columns& columns, const BasisRecipe& recipe);

// The terms before the indicators.
Basis without_indicators(const Basis& basis);

// One term per numeric feature, in the features' order.
Basis numeric_basis(const Columns& columns);

}  // namespace obliqua
