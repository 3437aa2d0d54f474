#ifndef SHIM_CZLIB_H
#define SHIM_CZLIB_H

#include <zlib.h>

/// Prepares a stream of deflate without header or trailer (RFC 1951); inflateInit2 is a macro, which
/// Swift does not see.
static inline int inflate_start_without_header(z_stream *stream) {
  return inflateInit2(stream, -MAX_WBITS);
}

#endif
