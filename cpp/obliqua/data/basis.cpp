#include "obliqua/data/basis.hpp"

namespace obliqua {

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
