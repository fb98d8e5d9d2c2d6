#include "obliqua/support/vectors.hpp"

#include "obliqua/support/multiversion.hpp"

namespace obliqua {

OBLIQUA_MULTIVERSION
void add_multiple(double* y, const double* x, double a, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) y[i] += a * x[i];
}

}  // namespace obliqua
