#include "CUTILanguageTable.h"

// The directive is part of C23; the compiler has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Swift's compiler makes its own .rodata sections writable, and a linker merges all of that name, so the
// table has a separate section, in a read-only segment.
#if defined(__ELF__)
#define READ_ONLY __attribute__((section("uti_tables")))
#else
#define READ_ONLY
#endif

static _Alignas(8) READ_ONLY const unsigned char language_table[] = {
#embed "languages.table"
};

const void *uti_language_table(void) {
  return language_table;
}

size_t uti_language_table_size(void) {
  return sizeof language_table;
}
