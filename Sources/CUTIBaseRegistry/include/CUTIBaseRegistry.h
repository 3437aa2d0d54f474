#ifndef C_BASE_REGISTRY_H
#define C_BASE_REGISTRY_H

#include <stddef.h>

/// The compiled base registry: the bytes of `base.registry`, aligned to eight bytes.
///
/// Generated from Registry/ by `make registry`; continuous integration proves that it is current.
const void *_Nonnull uti_base_registry(void);

/// The number of bytes at `uti_base_registry()`.
size_t uti_base_registry_size(void);

/// The formats of PRONOM by type: the bytes of `formats.table`, made from Registry/pronom.tsv.
///
/// A line is a type, the formats that are the type, and those that are versions of it. Tabs separate
/// the three, and commas the formats.
const void *_Nonnull uti_format_table(void);

/// The number of bytes at `uti_format_table()`.
size_t uti_format_table_size(void);

#endif
