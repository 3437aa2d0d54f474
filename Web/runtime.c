// The functions of a C library that Embedded Swift calls, for WebAssembly without one. Only one thread
// exists there.
#include <stddef.h>
#include <stdint.h>

extern unsigned char __heap_base;

// Blocks have a power of two as their size, which is stored before them; freed blocks of a size are a list.
enum { HEADER = 16, CLASSES = 32, PAGE = 65536 };

struct block {
  struct block *next;
};

static struct block *free_blocks[CLASSES];
static uintptr_t heap_end;

static void *allocate_class(unsigned class) {
  struct block *block = free_blocks[class];
  if (block) {
    free_blocks[class] = block->next;
    return block;
  }
  if (!heap_end) {
    heap_end = ((uintptr_t)&__heap_base + HEADER - 1) / HEADER * HEADER;
  }
  uintptr_t start = heap_end + HEADER, end = start + ((uintptr_t)1 << class);
  uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (end > limit &&
      __builtin_wasm_memory_grow(0, (end - limit + PAGE - 1) / PAGE) == (size_t)-1) {
    return NULL;
  }
  heap_end = end;
  *(uint32_t *)(start - 4) = class;
  return (void *)start;
}

void *malloc(size_t size) {
  unsigned class = 4;
  while (class < CLASSES - 2 && ((size_t)1 << class) < size) {
    class ++;
  }
  return ((size_t)1 << class) < size ? NULL : allocate_class(class);
}

void free(void *pointer) {
  if (!pointer) {
    return;
  }
  struct block *block = pointer;
  unsigned class = *(uint32_t *)((uintptr_t)pointer - 4);
  block->next = free_blocks[class];
  free_blocks[class] = block;
}

// All blocks are aligned to 16 bytes, and Swift asks for no more.
int posix_memalign(void **pointer, size_t alignment, size_t size) {
  if (alignment > HEADER) {
    return 22;
  }
  *pointer = malloc(size);
  return *pointer ? 0 : 12;
}

// The seed of hashes: sets and dictionaries are for one call only, so that any value is good.
void arc4random_buf(void *bytes, size_t count) {
  static uint32_t state = 0x9E3779B9;
  for (size_t place = 0; place < count; place++) {
    state = state * 1664525 + 1013904223;
    ((unsigned char *)bytes)[place] = (unsigned char)(state >> 24);
  }
}

// The compiler has instructions for these three, so that they do not call themselves.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *to, int value, size_t count) {
  return __builtin_memset(to, value, count);
}

int memcmp(const void *left, const void *right, size_t count) {
  for (size_t place = 0; place < count; place++) {
    int difference = ((const unsigned char *)left)[place] - ((const unsigned char *)right)[place];
    if (difference != 0) {
      return difference;
    }
  }
  return 0;
}

void *memchr(const void *bytes, int value, size_t count) {
  for (size_t place = 0; place < count; place++) {
    if (((const unsigned char *)bytes)[place] == (unsigned char)value) {
      return (unsigned char *)bytes + place;
    }
  }
  return NULL;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) {
    count++;
  }
  return count;
}
