#include "CBaseRegistry.h"

// The directive is part of C23; the compiler has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static _Alignas(8) const unsigned char base_registry[] = {
#embed "base.registry"
};

const void *uti_base_registry(void) {
  return base_registry;
}

size_t uti_base_registry_size(void) {
  return sizeof base_registry;
}
