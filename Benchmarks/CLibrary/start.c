// Measures the load of a library and its first answer: start uniformtypes|libmagic.
//
// Prints the microseconds of processor time of dlopen, of opening and of the first answer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void *function(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (address == NULL) exit(fprintf(stderr, "%s\n", dlerror()));
  return address;
}

int main(int count, char **words) {
  const int isMagic = count > 1 && strcmp(words[1], "libmagic") == 0;
  const double start = now();
  void *library = dlopen(isMagic ? "libmagic.so.1" : "libuniformtypes.so.0", RTLD_NOW);
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  const double loaded = now();
  double opened;
  const void *answer;
  const char bytes[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
  if (isMagic) {
    void *(*open)(int);
    int (*load)(void *, const char *);
    const char *(*buffer)(void *, const void *, size_t);
    *(void **)&open = function(library, "magic_open");
    *(void **)&load = function(library, "magic_load");
    *(void **)&buffer = function(library, "magic_buffer");
    void *magic = open(0x10);
    load(magic, NULL);
    opened = now();
    answer = buffer(magic, bytes, sizeof bytes - 1);
  } else {
    void *(*open)(void *);
    void *(*identify)(void *, const void *, size_t, unsigned long, const char *, size_t, void *);
    const char *(*type)(void *);
    *(void **)&open = function(library, "utype_open_embedded");
    *(void **)&identify = function(library, "utype_identify_bytes");
    *(void **)&type = function(library, "utype_verdict_mime_type");
    void *registry = open(NULL);
    opened = now();
    answer = type(identify(registry, bytes, sizeof bytes - 1, sizeof bytes - 1, NULL, 0, NULL));
  }
  const double answered = now();
  if (answer == NULL) return 1;
  printf("%.0f\t%.0f\t%.0f\n", loaded - start, opened - loaded, answered - opened);
  return 0;
}
