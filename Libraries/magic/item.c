// The item of a question, and texts that grow.

#define _GNU_SOURCE
#include "item.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BYTES = 4096 };

void append_bytes(struct text *text, const char *bytes, size_t count) {
  if (text->failed) return;
  if (text->count + count + 1 > text->capacity) {
    size_t capacity = 2 * text->capacity + count + 64;
    char *larger = realloc(text->text, capacity);
    if (larger == NULL) {
      free(text->text);
      *text = (struct text){.failed = true};
      return;
    }
    text->text = larger;
    text->capacity = capacity;
  }
  memcpy(text->text + text->count, bytes, count);
  text->count += count;
  text->text[text->count] = '\0';
}

void append(struct text *text, const char *words) { append_bytes(text, words, strlen(words)); }

void append_format(struct text *text, const char *format, ...) {
  char words[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  append(text, words);
}

void free_text(struct text *text) {
  free(text->text);
  *text = (struct text){0};
}

void read_start(struct item *item, size_t count) {
  if (item->descriptor < 0 || (item->bytes != NULL && item->start == NULL)) return;
  if (count > item->limit) count = item->limit;
  // A short file is not read again for each of its details.
  if (count <= item->asked) return;
  item->asked = count;
  struct stat status;
  if (fstat(item->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (status.st_size > 0 && (size_t)status.st_size < count) count = (size_t)status.st_size;
  unsigned char *start = realloc(item->start, count + 1);
  if (start == NULL) return;
  item->bytes = item->start = start;
  while (item->count < count) {
    ssize_t received = pread(item->descriptor, start + item->count, count - item->count, (off_t)item->count);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) break;
    item->count += (size_t)received;
  }
}

bool read_at(const struct item *item, uint64_t place, void *bytes, size_t count) {
  if (item->bytes != NULL && place <= item->count && count <= item->count - place) {
    memcpy(bytes, item->bytes + place, count);
    return true;
  }
  if (item->descriptor < 0 || place > INT64_MAX || (item->bytes != NULL && item->start == NULL)) return false;
  return pread(item->descriptor, bytes, count, (off_t)place) == (ssize_t)count;
}

const unsigned char *first_bytes(struct item *item, size_t *count) {
  read_start(item, FIRST_BYTES);
  *count = item->count;
  return item->bytes;
}

bool begins_with(struct item *item, const char *bytes, size_t count) {
  size_t available;
  const unsigned char *first = first_bytes(item, &available);
  return available >= count && memcmp(first, bytes, count) == 0;
}
