// Prints the answers of an Embedded Swift program to the questions on standard input.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

ptrdiff_t uti_answer(const unsigned char *name, ptrdiff_t name_count, const unsigned char *bytes,
                     ptrdiff_t byte_count, unsigned char *output, ptrdiff_t capacity);

static unsigned char *read_bytes(uint32_t count) {
  unsigned char *bytes = malloc((size_t)count + 1);
  if (!bytes || fread(bytes, 1, count, stdin) != count) {
    fputs("error: the questions end too early\n", stderr);
    exit(1);
  }
  return bytes;
}

int main(void) {
  uint32_t counts[2];
  while (fread(counts, sizeof counts, 1, stdin) == 1) {
    unsigned char output[1024], *name = read_bytes(counts[0]);
    unsigned char *bytes = counts[1] == UINT32_MAX ? NULL : read_bytes(counts[1]);
    ptrdiff_t count =
        uti_answer(name, counts[0], bytes, bytes ? counts[1] : 0, output, sizeof output);
    if (count < 0) {
      fputs("error: the program cannot read the registry that is in it\n", stderr);
      return 1;
    }
    printf("%.*s\n", (int)count, (const char *)output);
    free(name);
    free(bytes);
  }
}
