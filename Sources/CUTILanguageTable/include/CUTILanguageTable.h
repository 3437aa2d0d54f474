#ifndef C_LANGUAGE_TABLE_H
#define C_LANGUAGE_TABLE_H

#include <stddef.h>

/// The compiled table of the features of languages: the bytes of `languages.table`, aligned to eight bytes.
///
/// Generated from Registry/languages by `make registry`; continuous integration proves that it is current.
const void *_Nonnull uti_language_table(void);

/// The number of bytes at `uti_language_table()`.
size_t uti_language_table_size(void);

#endif
