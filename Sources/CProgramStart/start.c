#include "CProgramStart.h"

#include <stdlib.h>

static const char *const *words;

const char *const *uti_program_words(void) {
  return words;
}

// The first that a program can do: 100 and less are the C library's, and the constructor of Swift's
// runtime, which has no number, comes last. The GNU C library hands `main`'s parameters to all.
#if defined(__GLIBC__)
__attribute__((constructor(101))) static void start(int count, char **arguments) {
  (void)count;
  words = (const char *const *)arguments;
  // The runtime does not search for a named debugger. A debugger that the user has named stays.
  setenv("SWIFT_BACKTRACE", "enable=no,swift-backtrace=none", 0);
}
#endif
