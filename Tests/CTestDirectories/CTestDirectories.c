#define _GNU_SOURCE
#include "CTestDirectories.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREFIX "/tmp/uniform-types-tests-"

static char directory[] = PREFIX "XXXXXX";
static pid_t owner;
const char *const uti_test_runtime_directory = directory;

static int remove_item(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  remove(path);
  return 0;
}

static void remove_directory(void) {
  // Not in a child that ends between fork(2) and exec(2).
  if (getpid() == owner) nftw(directory, remove_item, 8, FTW_DEPTH | FTW_PHYS);
}

__attribute__((constructor)) static void make_directory(void) {
  // A test in a separate process, which may end the process in any way, has the directory of its
  // parent.
  const char *inherited = getenv("XDG_RUNTIME_DIR");
  if (inherited != NULL && strlen(inherited) == strlen(directory) &&
      strncmp(inherited, PREFIX, strlen(PREFIX)) == 0) {
    strcpy(directory, inherited);
    return;
  }
  if (mkdtemp(directory) == NULL) {
    directory[0] = 0;
    return;
  }
  owner = getpid();
  setenv("XDG_RUNTIME_DIR", directory, 1);
  atexit(remove_directory);
}
