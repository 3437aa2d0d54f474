/// The innermost loops over the bytes of a file: they find places with two given bytes, places that
/// may begin one of many values, bytes that are not text, and the end of a long list of numbers.
///
/// They are C because Swift cannot compile one function for several kinds of processors. The
/// standard functions use vectors of 32 bytes if the processor has them, and tests compare them
/// with the portable functions.
#ifndef CBYTESEARCH_H
#define CBYTESEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns true if two buffers have the same `count` bytes.
static inline bool uti_has_bytes(const void *bytes, const void *other, ptrdiff_t count) {
  return __builtin_memcmp(bytes, other, (size_t)count) == 0;
}

/// Returns the first place of a byte among `count` bytes; -1 when there is none.
static inline ptrdiff_t uti_find_byte(const void *bytes, ptrdiff_t count, unsigned char byte) {
  const char *place = __builtin_memchr(bytes, byte, (size_t)count);
  return place ? place - (const char *)bytes : -1;
}

/// Returns the first place below `count` with `first_byte` at `first[place]` and `second_byte` at
/// `second[place]`; -1 when there is none.
///
/// Both pointers have `count` bytes, which may overlap or be the same.
ptrdiff_t uti_find_pair(const unsigned char *first, const unsigned char *second, ptrdiff_t count,
                        unsigned char first_byte, unsigned char second_byte);

/// The same on any processor.
ptrdiff_t uti_find_pair_portable(const unsigned char *first, const unsigned char *second,
                                 ptrdiff_t count, unsigned char first_byte,
                                 unsigned char second_byte);

/// Returns the bit of a filter for four bytes, the first byte lowest, with letters in lower case;
/// the filter has as many bits as 32 less `shift` bits can count.
uint32_t uti_key_bit(uint32_t key, uint32_t shift);

/// Returns the first place from `place` through `last` whose four bytes have a bit in a filter; -1
/// when there is none.
///
/// `bytes` has four bytes at `last`, and `words` all bits.
ptrdiff_t uti_find_key(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                       const uint32_t *words, uint32_t shift);

/// The same on any processor.
ptrdiff_t uti_find_key_portable(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                                const uint32_t *words, uint32_t shift);

/// Returns the number of bytes at the start that are numbers of a JSON array, each with a comma
/// after it.
///
/// A number has digits, an optional minus before and an optional fraction after them, and an
/// optional space or line feed before it. The end may be found too early, never too late.
ptrdiff_t uti_skip_numbers(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
ptrdiff_t uti_skip_numbers_portable(const unsigned char *bytes, ptrdiff_t count);

/// The greatest number of bytes that are compared at a place.
#define UTI_NIBBLE_WIDTH 4
/// The places of a block.
#define UTI_NIBBLE_PLACES 32

/// A block of places with a bit for each place that passes, the lowest for the first; no bit if
/// there is no such block.
struct uti_nibble_block {
  ptrdiff_t place;
  uint32_t passed;
};

/// Returns the first block of 32 places, from `place` on and up to `end`, with a place that passes.
///
/// A place passes if one bit is set in all its table entries: for each of the `width` bytes from
/// the place on, one entry for the lower half of the byte, and one for the upper half in the next
/// table. `tables` has 16 bytes for the lower and 16 for the upper half of each of four bytes. A
/// `width` of two uses the first two bytes, any other all four. `bytes` has `count` bytes, and
/// later bytes count as zero; `place` is not negative, and `end` is not above `count`.
struct uti_nibble_block uti_find_nibbles(const unsigned char *bytes, ptrdiff_t count,
                                         ptrdiff_t place, ptrdiff_t end,
                                         const unsigned char *tables, ptrdiff_t width);

/// The same on any processor.
struct uti_nibble_block uti_find_nibbles_portable(const unsigned char *bytes, ptrdiff_t count,
                                                  ptrdiff_t place, ptrdiff_t end,
                                                  const unsigned char *tables, ptrdiff_t width);

/// Returns true if there is a control character other than backspace, tab, line feed, form feed and
/// carriage return.
bool uti_has_other_control(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
bool uti_has_other_control_portable(const unsigned char *bytes, ptrdiff_t count);

/// Returns the first place of a byte above 127; `count` when there is none.
ptrdiff_t uti_first_high_byte(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
ptrdiff_t uti_first_high_byte_portable(const unsigned char *bytes, ptrdiff_t count);

#endif
