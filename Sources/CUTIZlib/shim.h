#ifndef SHIM_CZLIB_H
#define SHIM_CZLIB_H

#include <zlib.h>

/// Prepares a stream of deflate without header or trailer (RFC 1951); inflateInit2 is a macro, which
/// Swift does not see.
///
/// The window is the output of earlier calls that a call can refer to. A caller that gets all
/// output in one call, or in two of which the first returns at most 512 bytes, needs no larger
/// window, and zlib allocates no more memory.
static inline int inflate_start_without_header(z_stream *stream) {
  return inflateInit2(stream, -9);
}

/// The same for a caller that gets the output in any number of calls.
static inline int inflate_start_with_window(z_stream *stream) {
  return inflateInit2(stream, -15);
}

#endif
