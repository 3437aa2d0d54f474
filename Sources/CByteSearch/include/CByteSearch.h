/// The innermost loops over the bytes of a file: which places have two given bytes, and where a long list
/// of numbers ends.
///
/// They are C because Swift cannot compile one function for several kinds of processors; the loader
/// takes the one for vectors of 32 bytes where the processor has them.
#ifndef CBYTESEARCH_H
#define CBYTESEARCH_H

#include <stddef.h>

/// The first place below `count` where `first[place]` is `first_byte` and `second[place]` is
/// `second_byte`; -1 when there is none.
///
/// Both pointers have `count` bytes behind them, which may overlap or be the same.
ptrdiff_t uti_find_pair(const unsigned char *first, const unsigned char *second, ptrdiff_t count,
                        unsigned char first_byte, unsigned char second_byte);

/// How many bytes at the start are numbers of a JSON array, each with a comma behind it.
///
/// A number has digits, a minus in front of them and a fraction behind them or not, and one space or
/// line feed before it or not. The end may be found too early, never too late.
ptrdiff_t uti_skip_numbers(const unsigned char *bytes, ptrdiff_t count);

#endif
