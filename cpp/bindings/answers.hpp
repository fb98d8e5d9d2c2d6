// Room for the answers about many rows, which a NumPy array then takes over.
#pragma once

#include <memory>
#include <span>

#include "arrays.hpp"

namespace obliqua::bindings {

// Not initialised: the threads that answer touch the memory first, which is most of its cost.
template <class T>
class Answers {
   public:
    explicit Answers(std::size_t rows, std::size_t columns = 1)
        : rows_(rows),
          columns_(columns),
          values_(std::make_unique_for_overwrite<T[]>(rows * columns)) {}

    std::span<T> values() { return {values_.get(), rows_ * columns_}; }

    nb::ndarray<nb::numpy, T, nb::ndim<1>> array() && {
        T* const data = values_.get();
        return {data, {rows_ * columns_}, owner()};
    }
    nb::ndarray<nb::numpy, T, nb::ndim<2>> matrix() && {
        T* const data = values_.get();
        return {data, {rows_, columns_}, owner()};
    }

   private:
    nb::capsule owner() {
        nb::capsule kept(values_.get(),
                         [](void* values) noexcept { delete[] static_cast<T*>(values); });
        static_cast<void>(values_.release());
        return kept;
    }

    std::size_t rows_;
    std::size_t columns_;
    std::unique_ptr<T[]> values_;
};

}  // namespace obliqua::bindings
