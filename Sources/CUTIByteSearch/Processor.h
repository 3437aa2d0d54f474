#ifndef PROCESSOR_H
#define PROCESSOR_H

// The choice of a search for the processor: the copy for vectors if the processor has them, else the
// portable one. Tests call both by their names. A processor for x86-64 has vectors of 32 bytes if it
// has AVX2, which is known at run time; every processor for arm64 has vectors of 16 bytes (NEON). The
// loader cannot choose (target_clones), because a sanitizer is not ready at that time, and not every
// C library supports it.

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define FOR_AVX2
#define WITH_VECTORS __attribute__((target("avx2")))
#define HAS_VECTORS __builtin_cpu_supports("avx2")
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define FOR_NEON
#define WITH_VECTORS
#define HAS_VECTORS 1
#else
#define WITH_VECTORS
#define HAS_VECTORS 0
#endif

// Defines `name` and `name_portable` from an inline function, of which the compiler makes vectors; on
// arm64 both are the same.
#define DEFINE_FOR_PROCESSORS(result, name, body, parameters, arguments)                          \
  WITH_VECTORS static result name##_with_vectors parameters { return body arguments; }            \
  result name##_portable parameters { return body arguments; }                                    \
  result name parameters {                                                                        \
    return HAS_VECTORS ? name##_with_vectors arguments : name##_portable arguments;               \
  }

#endif
