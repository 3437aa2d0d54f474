// A table of ICU with nothing in it, in place of the one of 31 MB that Debian's archive of libxml2 brings
// along. Declarations are read without it: libxml2 knows the common encodings itself, and asks iconv
// for the others. TABLE is the symbol of the version of ICU that is linked.

#include <stdint.h>

struct description {
  uint16_t size, reserved;
  uint8_t is_big_endian, charset_family, size_of_character, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
};

struct table {
  uint16_t header_size;
  uint8_t mark[2];
  struct description description;
  uint8_t padding[8];
  uint32_t count, reserved;
  uint32_t end[4];
};

// The layout of a table of contents ("ToCP") in unicode/udata.h and ucmndata.h of ICU.
_Alignas(16) const struct table TABLE = {
    .header_size = 32,
    .mark = {0xda, 0x27},
    .description = {
        .size = sizeof(struct description),
        .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
        .size_of_character = 2,
        .format = {'T', 'o', 'C', 'P'},
        .format_version = {1},
    },
};
