/// The innermost loops over the bytes of a file: which places have two given bytes, which may begin one
/// of many values, what is no text, and where a long list of numbers ends.
///
/// They are C because Swift cannot compile one function for several kinds of processors; what is
/// taken is for vectors of 32 bytes where the processor has them, and can be compared with what any
/// processor takes.
#ifndef CBYTESEARCH_H
#define CBYTESEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The first place below `count` where `first[place]` is `first_byte` and `second[place]` is
/// `second_byte`; -1 when there is none.
///
/// Both pointers have `count` bytes behind them, which may overlap or be the same.
ptrdiff_t uti_find_pair(const unsigned char *first, const unsigned char *second, ptrdiff_t count,
                        unsigned char first_byte, unsigned char second_byte);

/// The same on any processor.
ptrdiff_t uti_find_pair_portable(const unsigned char *first, const unsigned char *second,
                                 ptrdiff_t count, unsigned char first_byte,
                                 unsigned char second_byte);

/// The bit of a filter that four bytes have, the first one lowest, letters as small ones: one of as many
/// as 32 less `shift` bits can count.
uint32_t uti_key_bit(uint32_t key, uint32_t shift);

/// The first place from `place` through `last` whose four bytes have a bit in a filter; -1 when there
/// is none.
///
/// `bytes` has four bytes at `last`, and `words` all bits.
ptrdiff_t uti_find_key(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                       const uint32_t *words, uint32_t shift);

/// The same on any processor.
ptrdiff_t uti_find_key_portable(const unsigned char *bytes, ptrdiff_t place, ptrdiff_t last,
                                const uint32_t *words, uint32_t shift);

/// How many bytes at the start are numbers of a JSON array, each with a comma behind it.
///
/// A number has digits, a minus in front of them and a fraction behind them or not, and one space or
/// line feed before it or not. The end may be found too early, never too late.
ptrdiff_t uti_skip_numbers(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
ptrdiff_t uti_skip_numbers_portable(const unsigned char *bytes, ptrdiff_t count);

/// The greatest number of bytes that are compared at a place.
#define UTI_NIBBLE_WIDTH 4
/// The places of a block.
#define UTI_NIBBLE_PLACES 32

/// A block of places with a bit for each that passes, the lowest for the first; no bit when there is
/// no such block.
struct uti_nibble_block {
  ptrdiff_t place;
  uint32_t passed;
};

/// The first block of 32 places, from `place` on and up to `end`, of which one passes.
///
/// A place passes when one bit is set in all the bytes that are looked up for it: for each of the
/// `width` bytes from the place on one by its lower half, and one by its upper half in the table
/// behind. `tables` are 16 bytes for the lower and 16 for the upper half of each of four bytes; a
/// `width` of two looks at the first two, any other at all four. `bytes` has `count` bytes, those
/// behind count as zero; `place` is not negative, `end` not above `count`.
struct uti_nibble_block uti_find_nibbles(const unsigned char *bytes, ptrdiff_t count,
                                         ptrdiff_t place, ptrdiff_t end,
                                         const unsigned char *tables, ptrdiff_t width);

/// The same on any processor.
struct uti_nibble_block uti_find_nibbles_portable(const unsigned char *bytes, ptrdiff_t count,
                                                  ptrdiff_t place, ptrdiff_t end,
                                                  const unsigned char *tables, ptrdiff_t width);

/// Whether there is a control character other than backspace, tab, line feed, form feed and carriage
/// return.
bool uti_has_other_control(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
bool uti_has_other_control_portable(const unsigned char *bytes, ptrdiff_t count);

/// The first place of a byte above 127; `count` when there is none.
ptrdiff_t uti_first_high_byte(const unsigned char *bytes, ptrdiff_t count);

/// The same on any processor.
ptrdiff_t uti_first_high_byte_portable(const unsigned char *bytes, ptrdiff_t count);

#endif
