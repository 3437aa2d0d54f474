// The common code of all peers: reading the list, running a mode, printing nanoseconds a line.

#ifndef PEER_H
#define PEER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef size_t (*peer_mode)(char **lines, size_t count);

static double peer_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// A sink that no code reads, which the compiler cannot know.
static volatile size_t peer_sink;

// The lines of a file; the tab in a line, if there is one, becomes a second end.
static char **peer_lines(const char *path, size_t *count) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  char **lines = NULL;
  size_t capacity = 0;
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  *count = 0;
  while ((length = getline(&line, &size, file)) >= 0) {
    if (length > 0 && line[length - 1] == '\n') line[length - 1] = 0;
    if (*count == capacity) {
      capacity = capacity ? capacity * 2 : 1024;
      lines = (char **)realloc(lines, capacity * sizeof *lines);
      if (lines == NULL) exit(1);
    }
    char *copy = (char *)malloc((size_t)length + 1);
    if (copy == NULL) exit(1);
    memcpy(copy, line, (size_t)length + 1);
    char *tab = strchr(copy, '\t');
    if (tab != NULL) *tab = 0;
    lines[(*count)++] = copy;
  }
  fclose(file);
  free(line);
  return lines;
}

static int peer_main(int count, char **words, peer_mode names, peer_mode is_a, peer_mode files) {
  peer_mode mode = NULL;
  if (count == 3) {
    mode = strcmp(words[1], "names") == 0   ? names
           : strcmp(words[1], "is-a") == 0  ? is_a
           : strcmp(words[1], "files") == 0 ? files
                                            : NULL;
  }
  if (mode == NULL) {
    fprintf(stderr, "usage: %s names|is-a|files LIST\n", words[0]);
    return 64;
  }
  size_t line_count;
  char **lines = peer_lines(words[2], &line_count);
  // Files are visited once; look-ups are repeated often enough to be timed.
  int passes = mode == files ? 1 : 20;
  if (mode != files) peer_sink += mode(lines, line_count);
  double start = peer_now();
  for (int pass = 0; pass < passes; pass += 1) peer_sink += mode(lines, line_count);
  printf("%.0f\n", (peer_now() - start) / passes / (double)(line_count ? line_count : 1));
  return 0;
}

#endif
