#define _GNU_SOURCE

#include "CFloors.h"

#include <fcntl.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);

static _Thread_local unsigned long allocations;

// Precedes the function of the C library in every library of the process.
void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

unsigned long floor_allocations(void) { return allocations; }

static void count_element(void *context, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int default_count, const xmlChar **attributes) {
  (void)name, (void)prefix, (void)uri, (void)namespace_count, (void)namespaces;
  (void)attribute_count, (void)default_count, (void)attributes;
  *(long *)context += 1;
}

long floor_parse_xml(const char *bytes, int count) {
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = count_element;
  long elements = 0;
  xmlParserCtxt *parser = xmlCreateMemoryParserCtxt(bytes, count);
  if (parser == NULL) return -1;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT);
  *parser->sax = handler;
  parser->userData = &elements;
  int status = xmlParseDocument(parser);
  xmlFreeParserCtxt(parser);
  return status == 0 ? elements : -1;
}

long floor_read_file(const char *path, void *buffer, size_t capacity) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat status;
  long result = -1;
  if (fstat(descriptor, &status) == 0) result = pread(descriptor, buffer, capacity, 0);
  close(descriptor);
  return result;
}

struct floor_table {
  size_t mask;
  struct {
    const char *key;
    size_t length;
    long value;
  } slots[];
};

static uint64_t fold_and_hash(const char *bytes, size_t length, char *folded) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t index = 0; index < length; index += 1) {
    unsigned char byte = bytes[index];
    if ((unsigned char)(byte - 'A') < 26) byte |= 0x20;
    folded[index] = byte;
    hash = (hash ^ byte) * 0x100000001b3;
  }
  return hash ^ hash >> 29;
}

floor_table *floor_make_table(const char *const *keys, size_t count) {
  size_t capacity = 4;
  while (capacity < count * 2) capacity *= 2;
  floor_table *table = calloc(1, sizeof *table + capacity * sizeof table->slots[0]);
  if (table == NULL) abort();
  table->mask = capacity - 1;
  for (size_t index = 0; index < count; index += 1) {
    size_t length = strlen(keys[index]);
    char folded[256];
    if (length > sizeof folded) continue;
    size_t slot = fold_and_hash(keys[index], length, folded) & table->mask;
    while (table->slots[slot].key != NULL) slot = (slot + 1) & table->mask;
    table->slots[slot].key = strdup(keys[index]);
    table->slots[slot].length = length;
    table->slots[slot].value = (long)index;
  }
  return table;
}

void floor_free_table(floor_table *table) {
  for (size_t slot = 0; slot <= table->mask; slot += 1) free((void *)table->slots[slot].key);
  free(table);
}

long floor_look_up(const floor_table *table, const char *name, size_t length) {
  const char *period = memrchr(name, '.', length);
  if (period == NULL) return -1;
  const char *start = period + 1;
  size_t count = (size_t)(name + length - start);
  char folded[256];
  if (count > sizeof folded) return -1;
  size_t slot = fold_and_hash(start, count, folded) & table->mask;
  while (table->slots[slot].key != NULL) {
    if (table->slots[slot].length == count && memcmp(table->slots[slot].key, folded, count) == 0)
      return table->slots[slot].value;
    slot = (slot + 1) & table->mask;
  }
  return -1;
}

uint64_t floor_sum(const void *bytes, size_t count) {
  uint64_t sum = 0;
  size_t offset = 0;
  for (; offset + 8 <= count; offset += 8) {
    uint64_t word;
    memcpy(&word, (const char *)bytes + offset, 8);
    sum += word;
  }
  for (; offset < count; offset += 1) sum += ((const unsigned char *)bytes)[offset];
  return sum;
}

int floor_test_bit(const uint32_t *words, size_t row, size_t column, size_t width) {
  size_t bit = row * width + column;
  return words[bit / 32] >> bit % 32 & 1;
}
