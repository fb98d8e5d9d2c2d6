// NumPy arrays in and out: what crosses the binding is contiguous or plainly strided.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace obliqua::bindings {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using RowMajor = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
    return {array.data(), array.size()};
}

// Gives a vector's memory to a new array.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> array_from(std::vector<T> values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {kept->size()}, owner};
}

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> array_from(std::vector<T> values, std::size_t columns) {
    const std::size_t rows = columns == 0 ? 0 : values.size() / columns;
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return {kept->data(), {rows, columns}, owner};
}

}  // namespace obliqua::bindings
