#ifndef SHIM_CZLIB_H
#define SHIM_CZLIB_H

#include <zlib.h>

/// Prepares a stream of deflate without header or trailer (RFC 1951); inflateInit2 is a macro, which
/// Swift does not see.
///
/// The window is what one call knows of the output of those before it. Whoever has all output in one
/// call, or in two of which the first gives 512 bytes at most, needs no more, and zlib asks for
/// no more memory.
static inline int inflate_start_without_header(z_stream *stream) {
  return inflateInit2(stream, -9);
}

#endif
