// Checks of the C tests: a failed one prints its place and ends the program.

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#define CHECK_TEXT(actual, expected)                                                      \
  do {                                                                                    \
    const char *checked_text = (actual);                                                          \
    if (checked_text == NULL || strcmp(checked_text, (expected)) != 0) {                                  \
      fprintf(stderr, "%s:%d: %s is %s, not %s\n", __FILE__, __LINE__, #actual,           \
              checked_text == NULL ? "NULL" : checked_text, (expected));                                  \
      exit(1);                                                                            \
    }                                                                                     \
  } while (0)

#endif
