// Many partitions at a time: a criterion over all borders between buckets, and bounds of what lies
// inside buckets. Free functions, so that they are compiled for several instruction sets.
#pragma once

#include <cstddef>

#include "obliqua/criteria/partition.hpp"
#include "obliqua/support/multiversion.hpp"

namespace obliqua {

template <class Criterion>
OBLIQUA_MULTIVERSION void begin_sums(const Criterion criterion, const double* __restrict n_above,
                                     std::size_t n, double* __restrict sums) {
    for (std::size_t i = 0; i < n; ++i) sums[i] = criterion.begin(n_above[i]);
}

template <class Criterion>
OBLIQUA_MULTIVERSION void add_class(const Criterion criterion, std::size_t c,
                                    const double* __restrict above,
                                    const double* __restrict n_above, std::size_t n,
                                    double* __restrict sums) {
    for (std::size_t i = 0; i < n; ++i) sums[i] = criterion.add(sums[i], c, above[i], n_above[i]);
}

template <class Criterion>
OBLIQUA_MULTIVERSION void finish_sums(const Criterion criterion, const double* __restrict sums,
                                      const double* __restrict n_above, std::size_t n,
                                      double* __restrict merits) {
    for (std::size_t i = 0; i < n; ++i) merits[i] = criterion.finish(sums[i], n_above[i]);
}

// In place: each partition's sum becomes its norm.
template <class Criterion>
OBLIQUA_MULTIVERSION void norms_of(const Criterion criterion, const double* __restrict n_above,
                                   std::size_t n, double* __restrict sums) {
    for (std::size_t i = 0; i < n; ++i) sums[i] = criterion.norm(sums[i], n_above[i]);
}

// What bounds a bucket's merits: by border the norm and the weight above, by bucket all steps of
// the rows that cross in it and, unless null, the weight that sinks.
struct Norms {
    const double* norms;
    const double* passing;
    const double* above;
    const double* sinks;
    double n;
};

// Per bucket what room its bound leaves above a merit, times what merits are divided by; negative
// when there is none.
template <bool kSinks>
OBLIQUA_MULTIVERSION void rooms_of(const Norms given, double merit, std::size_t n_buckets,
                                   double* __restrict rooms) {
    const double* __restrict norms = given.norms;
    const double* __restrict passing = given.passing;
    const double* __restrict above = given.above;
    const double* __restrict sinks = given.sinks;
    const double n = given.n;
    const double wanted = merit * (n * n) * (1.0 - 1e-12);
    for (std::size_t b = 0; b < n_buckets; ++b) {
        const double sinking = kSinks ? sinks[b] : 0.0;
        const double low = above[b] - sinking;
        const double high = above[b + 1] + sinking;
        const double first = low * (n - low);
        const double last = high * (n - high);
        const double norm = 0.5 * (norms[b] + norms[b + 1] + passing[b]);
        rooms[b] = norm * norm - wanted * (first < last ? first : last);
    }
}

}  // namespace obliqua
