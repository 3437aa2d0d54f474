/// The innermost loop of magic: which places of a file have two given bytes.
///
/// It is C because Swift cannot compile one function for several kinds of processors; the loader
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

#endif
