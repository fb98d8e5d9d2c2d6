// The vector loops that searches spend their time in, compiled for several instruction sets.
#pragma once

#include <cstddef>

namespace obliqua {

// y += a x
void add_multiple(double* y, const double* x, double a, std::size_t n);

}  // namespace obliqua
