// Measures the calls of libuniformtypes and of libmagic in turns: calls FILE...
//
// Each row has the microseconds of processor time a call, the median of the rounds. The bytes are the first
// 16 KiB of each file, without its name.

#define _GNU_SOURCE
#include <magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uniformtypes.h>

enum { rounds = 7, head = 16384 };

static utype_registry *registry;
static magic_t magic;
static char **paths;
static int path_count;
static char **heads;
static size_t *sizes;
static volatile size_t sink;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static const char *const names[] = {
  "a.png", "x.tar.gz", "Makefile", "b.docx", "c.swift", "d.unknownext", "README.md", "e.JPG"};

static long name_calls(void) {
  for (int index = 0; index < 100000; index++) {
    sink += utype_for_name(registry, names[index & 7], UTYPE_TERMINATED, NULL) != NULL;
  }
  return 100000;
}

static long conforms_calls(void) {
  static const char *const types[] = {"public.png", "public.swift-source", "com.adobe.pdf", "public.mp3"};
  for (int index = 0; index < 100000; index++) {
    sink += (size_t)utype_conforms(registry, types[index & 3], "public.data", NULL);
  }
  return 100000;
}

static long file_calls(void) {
  for (int index = 0; index < path_count; index++) {
    utype_verdict *verdict = utype_identify_path(registry, paths[index], 0, NULL);
    sink += strlen(utype_verdict_mime_type(verdict));
    utype_verdict_free(verdict);
  }
  return path_count;
}

static long bytes_calls(void) {
  for (int index = 0; index < path_count; index++) {
    utype_verdict *verdict = utype_identify_bytes(
      registry, heads[index], sizes[index], UTYPE_SIZE_UNKNOWN, NULL, 0, NULL);
    sink += strlen(utype_verdict_mime_type(verdict));
    utype_verdict_free(verdict);
  }
  return path_count;
}

static long magic_file_calls(void) {
  for (int index = 0; index < path_count; index++) sink += magic_file(magic, paths[index]) != NULL;
  return path_count;
}

static long magic_bytes_calls(void) {
  for (int index = 0; index < path_count; index++) {
    sink += magic_buffer(magic, heads[index], sizes[index]) != NULL;
  }
  return path_count;
}

static const struct { const char *name; long (*run)(void); } rows[] = {
  {"uniformtypes name", name_calls},   {"uniformtypes conforms", conforms_calls},
  {"uniformtypes file", file_calls},   {"libmagic file", magic_file_calls},
  {"uniformtypes bytes", bytes_calls}, {"libmagic bytes", magic_bytes_calls}};

enum { row_count = sizeof rows / sizeof *rows };

static int compare(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int count, char **words) {
  if (count < 2) return fputs("usage: calls FILE...\n", stderr), 64;
  utype_error error;
  registry = utype_open_embedded(&error);
  if (registry == NULL) return fprintf(stderr, "%s\n", error.message), 1;
  magic = magic_open(MAGIC_MIME_TYPE);
  if (magic == NULL || magic_load(magic, NULL) != 0) return fputs("libmagic does not load\n", stderr), 1;
  paths = words + 1;
  path_count = count - 1;
  heads = calloc((size_t)path_count, sizeof *heads);
  sizes = calloc((size_t)path_count, sizeof *sizes);
  for (int index = 0; index < path_count; index++) {
    FILE *file = fopen(paths[index], "rb");
    if (file == NULL) return perror(paths[index]), 1;
    heads[index] = malloc(head);
    sizes[index] = fread(heads[index], 1, head, file);
    fclose(file);
  }
  double times[row_count][rounds];
  for (int round = -1; round < rounds; round++) {
    for (int row = 0; row < row_count; row++) {
      const double start = now();
      const long calls = rows[row].run();
      if (round >= 0) times[row][round] = (now() - start) / calls;
    }
  }
  for (int row = 0; row < row_count; row++) {
    qsort(times[row], rounds, sizeof(double), compare);
    printf("%s\t%.3f\n", rows[row].name, times[row][rounds / 2]);
  }
  return 0;
}
