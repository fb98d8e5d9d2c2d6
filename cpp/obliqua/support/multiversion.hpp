// Marks a function whose loops are compiled for several instruction sets and chosen at load
// time. Results do not depend on the choice: contraction of operations is off.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define OBLIQUA_MULTIVERSION \
    __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define OBLIQUA_MULTIVERSION
#endif
