#define _GNU_SOURCE
#include "CSynchronization.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_bool waits = true;

void set_synchronizes(bool synchronizes) { atomic_store(&waits, synchronizes); }

// A function of the executable precedes the function of the C library, in every library that
// calls it by name.
int fsync(int descriptor) {
  return atomic_load(&waits) ? (int)syscall(SYS_fsync, descriptor) : 0;
}
