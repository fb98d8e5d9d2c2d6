// Memory given back at once.
#pragma once

#include <vector>

namespace obliqua {

// Empties a vector and frees what it took. `values = {}` assigns an empty list and keeps it.
template <class T>
void release(std::vector<T>& values) {
    std::vector<T>().swap(values);
}

}  // namespace obliqua
