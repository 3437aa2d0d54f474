/* names.h: the names that libmagic gives to types, next to those of the registry. */
#ifndef UNIFORMTYPES_NAMES_H
#define UNIFORMTYPES_NAMES_H

#include <stdbool.h>

enum {
  /* The words have no encoding after them. */
  NAME_WORDS_ALONE = 1,
  /* The text is a program for an interpreter. */
  NAME_SCRIPT = 2,
  /* The name is for texts alone. */
  NAME_FOR_TEXT = 4
};

/* A row: the MIME type of the registry, the one of libmagic, and the words of libmagic for the kind. NULL for
   the same MIME type, and for the description of the registry. */
struct magic_name {
  const char *registered, *name, *words;
  unsigned options;
};

/* Returns the row of a MIME type; NULL if there is none. */
const struct magic_name *find_magic_name(const char *registered);

#endif
