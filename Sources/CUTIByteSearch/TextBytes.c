#include "CUTIByteSearch.h"

#include <stdint.h>

#include "Processor.h"

// The loops look at all bytes, or at all of a block, so that the compiler makes vectors of them.

INLINE bool has_other_control(const unsigned char *bytes, ptrdiff_t count) {
  unsigned char found = 0;
  for (ptrdiff_t place = 0; place < count; place += 1) {
    unsigned char byte = bytes[place];
    // The bytes from backspace to carriage return, except the vertical tab.
    unsigned char is_layout = ((unsigned char)(byte - 0x08) <= 0x05) & (byte != 0x0B);
    found |= (byte < 0x20) & !is_layout;
  }
  return found;
}

DEFINE_FOR_PROCESSORS(bool, uti_has_other_control, has_other_control,
                      (const unsigned char *bytes, ptrdiff_t count), (bytes, count))

INLINE ptrdiff_t first_high_byte(const unsigned char *bytes, ptrdiff_t count) {
  enum { block = 128 };
  ptrdiff_t place = 0;
  for (; place + block <= count; place += block) {
    unsigned char all = 0;
    for (ptrdiff_t index = 0; index < block; index += 1) all |= bytes[place + index];
    if (all & 0x80) break;
  }
  while (place < count && bytes[place] < 0x80) place += 1;
  return place;
}

DEFINE_FOR_PROCESSORS(ptrdiff_t, uti_first_high_byte, first_high_byte,
                      (const unsigned char *bytes, ptrdiff_t count), (bytes, count))
