#include "CUTIByteSearch.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "Processor.h"

// A bit for each place of a block that has both bytes, the lowest for the first.
#define DEFINE_PAIRS(size, bits)                                                                  \
  typedef unsigned char block##size __attribute__((ext_vector_type(size)));                       \
  typedef bool places##size __attribute__((ext_vector_type(size)));                               \
  INLINE bits pairs##size(                                                                        \
      const unsigned char *first, const unsigned char *second, unsigned char first_byte,          \
      unsigned char second_byte) {                                                                \
    block##size left, right;                                                                      \
    memcpy(&left, first, size);                                                                   \
    memcpy(&right, second, size);                                                                 \
    places##size places = __builtin_convertvector(                                                \
        (left == first_byte) & (right == second_byte), places##size);                             \
    bits result;                                                                                  \
    memcpy(&result, &places, sizeof result);                                                      \
    return result;                                                                                \
  }

DEFINE_PAIRS(32, uint32_t)
DEFINE_PAIRS(16, uint16_t)

INLINE ptrdiff_t find_pair(const unsigned char *first, const unsigned char *second,
                           ptrdiff_t count, unsigned char first_byte,
                           unsigned char second_byte) {
  ptrdiff_t place = 0;
  // Two blocks in one step: hardly any block has a match.
  while (place + 64 <= count &&
         !(pairs32(first + place, second + place, first_byte, second_byte) |
           pairs32(first + place + 32, second + place + 32, first_byte, second_byte)))
    place += 64;
  for (; place + 32 <= count; place += 32) {
    uint32_t found = pairs32(first + place, second + place, first_byte, second_byte);
    if (found) return place + __builtin_ctz(found);
  }
  // The last block may overlap the previous one, in which nothing was found.
  if (place < count && count >= 16) {
    if (count - place > 16) {
      uint16_t found = pairs16(first + place, second + place, first_byte, second_byte);
      if (found) return place + __builtin_ctz(found);
    }
    place = count - 16;
    uint16_t found = pairs16(first + place, second + place, first_byte, second_byte);
    return found ? place + __builtin_ctz(found) : -1;
  }
  for (; place < count; place += 1)
    if (first[place] == first_byte && second[place] == second_byte) return place;
  return -1;
}

DEFINE_FOR_PROCESSORS(ptrdiff_t, uti_find_pair, find_pair,
                      (const unsigned char *first, const unsigned char *second, ptrdiff_t count,
                       unsigned char first_byte, unsigned char second_byte),
                      (first, second, count, first_byte, second_byte))
