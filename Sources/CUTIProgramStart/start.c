#include "CUTIProgramStart.h"

#include <stdlib.h>

static const char *const *words;
static int word_count;

const char *const *uti_program_words(void) {
  return words;
}

// The first that a program can do: 100 and less are the C library's, and the constructor of Swift's
// runtime, which has no number, comes last. The GNU C library hands `main`'s parameters to all.
#if defined(__GLIBC__)
__attribute__((constructor(101))) static void start(int count, char **arguments) {
  word_count = count;
  words = (const char *const *)arguments;
  // The runtime does not search for a named debugger. A debugger that the user has named stays.
  setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=none", 0);
}

// The runtime's object with these two functions reads /proc/self/maps before `main` to find the arguments on
// the stack. A linker does not take it from the archive if the program has the functions.

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = word_count;
  return (char **)words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
  words = (const char *const *)arguments;
  word_count = count;
}
#endif

#if defined(__x86_64__) && defined(__linux__)

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

// A static program at a random address writes its relocations itself before `main`, and each of the
// pages that they are in takes a page fault. The program begins here instead of at `_start` if
// Scripts/release.sh has linked it: one system call makes all of these pages, and `_start` follows.
// Nothing is relocated yet, so there are no calls of other functions and no addresses in data.

extern const Elf64_Dyn _DYNAMIC[] __attribute__((visibility("hidden"), weak));
extern const char __ehdr_start[] __attribute__((visibility("hidden"), weak));

// The numbers of the system call madvise(2) and of its advice MADV_POPULATE_WRITE (Linux 5.14). Another
// kernel refuses, and the pages are made one by one.
enum { MADVISE = 28, POPULATE_WRITE = 23, PAGE = 4096, RELATIVE_RELOCATIONS = 36, THEIR_SIZE = 35 };

__attribute__((visibility("hidden"), used, no_stack_protector)) void uti_make_relocated_pages(void) {
  const uint64_t *entries = NULL;
  size_t count = 0;
  for (const Elf64_Dyn *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == RELATIVE_RELOCATIONS)
      entries = (const uint64_t *)(__ehdr_start + entry->d_un.d_ptr);
    if (entry->d_tag == THEIR_SIZE) count = entry->d_un.d_val / sizeof *entries;
  }
  // An even entry is an address; an odd one has a bit for each of the 63 words after it.
  uint64_t first = UINT64_MAX, place = 0;
  for (size_t index = 0; entries && index < count; index++) {
    if (entries[index] & 1) {
      place += 63 * sizeof(uint64_t);
    } else {
      place = entries[index];
      if (first == UINT64_MAX) first = place;
    }
  }
  if (first == UINT64_MAX) return;
  uint64_t start = ((uint64_t)__ehdr_start + first) & ~(uint64_t)(PAGE - 1);
  uint64_t end = ((uint64_t)__ehdr_start + place + PAGE - 1) & ~(uint64_t)(PAGE - 1);
  uint64_t result = MADVISE;
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(start), "S"(end - start), "d"((uint64_t)POPULATE_WRITE)
                   : "rcx", "r11", "memory");
}

// `_start` reads the stack pointer and a register, which the kernel has set.
__asm__(
    ".text\n"
    ".globl uti_start\n"
    ".hidden uti_start\n"
    ".type uti_start, @function\n"
    "uti_start:\n"
    "  pushq %rdx\n"
    "  pushq %rdx\n"
    "  call uti_make_relocated_pages\n"
    "  popq %rdx\n"
    "  popq %rdx\n"
    "  jmp _start\n"
    ".size uti_start, . - uti_start\n");

#endif
