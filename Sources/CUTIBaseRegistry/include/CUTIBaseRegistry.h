#ifndef C_BASE_REGISTRY_H
#define C_BASE_REGISTRY_H

#include <stddef.h>

/// The compiled base registry: the bytes of `base.registry`, aligned to eight bytes.
///
/// Generated from Registry/ by `make registry`; continuous integration proves that it is current.
const void *_Nonnull uti_base_registry(void);

/// The number of bytes at `uti_base_registry()`.
size_t uti_base_registry_size(void);

#endif
