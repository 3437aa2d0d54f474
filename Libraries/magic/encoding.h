/* encoding.h: the encodings of texts, under the names that libmagic gives them. */
#ifndef UNIFORMTYPES_ENCODING_H
#define UNIFORMTYPES_ENCODING_H

#include <stddef.h>

/* Returns the name of the encoding of a text, and "binary" for other data. The bytes may end within a character. */
const char *encoding_of(const unsigned char *bytes, size_t count);

#endif
