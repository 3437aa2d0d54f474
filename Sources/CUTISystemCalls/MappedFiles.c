#define _GNU_SOURCE
#include "CUTISystemCalls.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/// More mappings than programs have registries; a file without a free place is read, not mapped.
enum { MAPPING_COUNT = 64 };

static struct {
  _Atomic(uintptr_t) start;
  _Atomic(uintptr_t) end;
} mappings[MAPPING_COUNT];

static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(unsigned) losses;
static uintptr_t page_size;
static int is_installed;
static struct sigaction previous;

/// Replaces the lost bytes of a mapping by zeros, from a page to its end.
static int mend(uintptr_t address) {
  for (int place = 0; place < MAPPING_COUNT; place++) {
    uintptr_t start = atomic_load_explicit(&mappings[place].start, memory_order_acquire);
    uintptr_t end = atomic_load_explicit(&mappings[place].end, memory_order_acquire);
    if (start == 0 || address < start || address >= end) continue;
    uintptr_t page = address & ~(page_size - 1);
    void *zeros = mmap((void *)page, end - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (zeros == MAP_FAILED) return 0;
    atomic_fetch_add_explicit(&losses, 1, memory_order_release);
    return 1;
  }
  return 0;
}

/// Calls only functions that a handler may call: mmap(2) is a system call, and nothing waits.
static void handle(int number, siginfo_t *info, void *context) {
  int error = errno;
  // Positive codes come from the kernel: the address belongs to a failed read.
  int is_mended = info->si_code > 0 && mend((uintptr_t)info->si_addr);
  errno = error;
  if (is_mended) return;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_DFL || previous.sa_handler == SIG_IGN) {
    // The failing instruction runs again and ends the process, as it would without this handler; a
    // signal of another process does not run again.
    if (info->si_code <= 0 && previous.sa_handler == SIG_IGN) return;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(number, &usual, NULL);
    if (info->si_code <= 0) raise(number);
  } else {
    previous.sa_handler(number);
  }
}

static int install(void) {
  if (is_installed) return 1;
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGBUS, &action, &previous) == 0;
  return is_installed;
}

const void *uti_map_file(int descriptor, size_t size) {
  void *start = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) return NULL;
  int is_known = 0;
  pthread_mutex_lock(&changes);
  for (int place = 0; place < MAPPING_COUNT && install(); place++) {
    if (atomic_load_explicit(&mappings[place].start, memory_order_relaxed) != 0) continue;
    uintptr_t end = ((uintptr_t)start + size + page_size - 1) & ~(page_size - 1);
    atomic_store_explicit(&mappings[place].end, end, memory_order_release);
    atomic_store_explicit(&mappings[place].start, (uintptr_t)start, memory_order_release);
    is_known = 1;
    break;
  }
  pthread_mutex_unlock(&changes);
  if (is_known) return start;
  munmap(start, size);
  errno = ENOMEM;
  return NULL;
}

void uti_unmap_file(const void *start, size_t size) {
  pthread_mutex_lock(&changes);
  for (int place = 0; place < MAPPING_COUNT; place++) {
    if (atomic_load_explicit(&mappings[place].start, memory_order_relaxed) == (uintptr_t)start) {
      atomic_store_explicit(&mappings[place].start, 0, memory_order_release);
    }
  }
  pthread_mutex_unlock(&changes);
  munmap((void *)start, size);
}

unsigned uti_mapping_losses(void) {
  return atomic_load_explicit(&losses, memory_order_acquire);
}
