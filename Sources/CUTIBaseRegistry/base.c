#include "CUTIBaseRegistry.h"

// The directive is part of C23; the compiler has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Swift's compiler makes its own .rodata sections writable, and a linker merges all of that name, so the
// table has a separate section, in a read-only segment.
#if defined(__ELF__)
#define READ_ONLY __attribute__((section("uti_tables")))
#else
#define READ_ONLY
#endif

static _Alignas(8) READ_ONLY const unsigned char base_registry[] = {
#embed "base.registry"
};

const void *uti_base_registry(void) {
  return base_registry;
}

size_t uti_base_registry_size(void) {
  return sizeof base_registry;
}

static READ_ONLY const unsigned char format_table[] = {
#embed "formats.table"
};

const void *uti_format_table(void) {
  return format_table;
}

size_t uti_format_table_size(void) {
  return sizeof format_table;
}
