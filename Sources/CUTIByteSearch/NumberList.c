#include "CUTIByteSearch.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "Processor.h"

typedef unsigned char block __attribute__((ext_vector_type(32)));
typedef bool places __attribute__((ext_vector_type(32)));

// A bit for each byte of a block for which something holds, the lowest for the first.
INLINE uint32_t bits(places places) {
  uint32_t result;
  memcpy(&result, &places, sizeof result);
  return result;
}

#define WHERE(condition) bits(__builtin_convertvector(condition, places))

INLINE ptrdiff_t skip_numbers(const unsigned char *bytes, ptrdiff_t count) {
  // The last byte of the previous block; the list begins as if after a comma.
  uint32_t after_digit = 0, after_comma = 1, after_space = 0, after_period = 0;
  // True if that block ended within a fraction, which can have no second period.
  uint32_t in_fraction = 0;
  ptrdiff_t end = 0;
  for (ptrdiff_t place = 0; place + 32 <= count; place += 32) {
    block bytes_here;
    memcpy(&bytes_here, bytes + place, sizeof bytes_here);
    uint32_t digits = WHERE(bytes_here - '0' < 10);
    uint32_t commas = WHERE(bytes_here == ',');
    uint32_t spaces = WHERE((bytes_here == ' ') | (bytes_here == '\n'));
    uint32_t signs = WHERE(bytes_here == '-');
    uint32_t periods = WHERE(bytes_here == '.');
    uint32_t behind_digit = digits << 1 | after_digit;
    uint32_t behind_comma = commas << 1 | after_comma;
    uint32_t behind_space = spaces << 1 | after_space;
    // Adding one to the first digit of a fraction carries through all of them.
    uint32_t fractions = digits & (periods << 1 | after_period | in_fraction);
    uint64_t sum = (uint64_t)digits + fractions;
    uint32_t behind_fraction = ((uint32_t)sum & ~digits) | (in_fraction & ~digits);
    uint32_t wrong = ~(digits | commas | spaces | signs | periods) | (commas & ~behind_digit) |
                     (spaces & ~behind_comma) | (signs & ~(behind_comma | behind_space)) |
                     (periods & (~behind_digit | behind_fraction));
    if (wrong) commas &= (wrong & -wrong) - 1;
    if (commas) end = place + 32 - __builtin_clz(commas);
    if (wrong) break;
    after_digit = digits >> 31;
    after_comma = commas >> 31;
    after_space = spaces >> 31;
    after_period = periods >> 31;
    in_fraction = sum >> 32;
  }
  return end;
}

DEFINE_FOR_PROCESSORS(ptrdiff_t, uti_skip_numbers, skip_numbers,
                      (const unsigned char *bytes, ptrdiff_t count), (bytes, count))
