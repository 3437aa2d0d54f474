#include "CLanguageTable.h"

// The directive is part of C23; the compiler has it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static _Alignas(8) const unsigned char language_table[] = {
#embed "languages.table"
};

const void *uti_language_table(void) {
  return language_table;
}

size_t uti_language_table_size(void) {
  return sizeof language_table;
}
