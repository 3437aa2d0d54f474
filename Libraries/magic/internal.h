/* internal.h: a function for the Python package, which the library does not export. */
#ifndef UNIFORMTYPES_MAGIC_INTERNAL_H
#define UNIFORMTYPES_MAGIC_INTERNAL_H

#include "magic.h"

/* Answers as magic_file does, with more flags for this call. */
const char *uniformtypes_magic_file(magic_t cookie, const char *file, int more_flags);

#endif
