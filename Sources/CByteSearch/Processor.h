#ifndef PROCESSOR_H
#define PROCESSOR_H

// The choice of a search for the processor, the same for all searches: the copy that was compiled
// for vectors of 32 bytes if the processor has them (AVX2), or else the portable copy. Tests call
// both by their names. The loader cannot choose (target_clones), because a sanitizer is not ready
// at that time, and not every C library supports it.

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define WITH_VECTORS __attribute__((target("avx2")))
#define HAS_VECTORS __builtin_cpu_supports("avx2")
#else
#define WITH_VECTORS
#define HAS_VECTORS 0
#endif

// Defines `name` and `name_portable` from an inline function, of which the compiler makes vectors.
#define DEFINE_FOR_PROCESSORS(result, name, body, parameters, arguments)                          \
  WITH_VECTORS static result name##_with_vectors parameters { return body arguments; }            \
  result name##_portable parameters { return body arguments; }                                    \
  result name parameters {                                                                        \
    return HAS_VECTORS ? name##_with_vectors arguments : name##_portable arguments;               \
  }

#endif
