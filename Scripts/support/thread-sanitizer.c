// Reports the contended locks of Swift's Mutex to the thread sanitizer.
//
// An uncontended Mutex is an atomic operation of the caller, which the sanitizer sees. A contended one
// calls functions of libswiftSynchronization, which is not compiled for the sanitizer, so it would
// report every access under the lock as a race. Loaded before that library, these functions replace the
// library's functions, call them, and report acquisition and release.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, CONTEXT void *handle) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(CONTEXT void *handle) __asm__(UNLOCK_SLOW);

typedef SWIFT void (*lock_function)(uint32_t thread, CONTEXT void *handle);
typedef SWIFT void (*unlock_function)(CONTEXT void *handle);

SWIFT void lock_slow(uint32_t thread, CONTEXT void *handle) {
  ((lock_function)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(CONTEXT void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((unlock_function)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
