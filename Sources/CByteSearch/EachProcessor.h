#ifndef EACHPROCESSOR_H
#define EACHPROCESSOR_H

// One copy for every x86-64 and one for processors of the last ten years; elsewhere one suffices. The
// loader chooses before a sanitizer is ready, whose calls in the choice would then crash.
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define FOR_EACH_PROCESSOR
#elif defined(__x86_64__) && defined(__linux__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#endif
