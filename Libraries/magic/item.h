/* item.h: the item of a question, and texts that grow. */
#ifndef UNIFORMTYPES_ITEM_H
#define UNIFORMTYPES_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that grows. `text` is NULL after an allocation failed. */
struct text {
  char *text;
  size_t count, capacity;
  bool failed;
};

void append_bytes(struct text *text, const char *bytes, size_t count);
void append(struct text *text, const char *words);
__attribute__((format(printf, 2, 3))) void append_format(struct text *text, const char *format, ...);

void free_text(struct text *text);

/* Bytes in memory, or an open file whose start is read on demand. */
struct item {
  const unsigned char *bytes;
  size_t count;
  int descriptor;
  /* The start that was read, and the greatest number of bytes that was asked for. */
  unsigned char *start;
  size_t asked;
  /* The name of the encoding; NULL before it was determined. */
  const char *encoding;
  size_t limit;
  bool has_path;
};

/* Makes at most a number of bytes of the start available. */
void read_start(struct item *item, size_t count);
/* Copies bytes at a place of the item. Returns whether all of them exist. */
bool read_at(const struct item *item, uint64_t place, void *bytes, size_t count);
/* Returns the first bytes of the item, of which `count` is the number that exists. */
const unsigned char *first_bytes(struct item *item, size_t *count);
bool begins_with(struct item *item, const char *bytes, size_t count);

#endif
