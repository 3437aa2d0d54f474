// The encodings of texts. The rules are those of libmagic 5.44, which Tests/CLibrary/encodings.c compares.

#include "encoding.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static bool is_text_byte(uint32_t byte) {
  return (byte >= 7 && byte <= 13) || byte == 27 || (byte >= 32 && byte != 127);
}

// A byte of a text in EBCDIC. The rest are its control characters.
static bool is_ebcdic_byte(unsigned byte) {
  if (byte >= 0x40) return byte != 0xE1;
  return byte == 0x05 || (byte >= 0x0B && byte <= 0x0D) || byte == 0x15 || byte == 0x16 || byte == 0x25 ||
         byte == 0x27 || byte == 0x2F;
}

// Returns the number of bytes of a character of UTF-8; 0 for bytes that are none, and more than the count if the
// bytes end within it.
static size_t character_size(const unsigned char *bytes, size_t count) {
  unsigned first = bytes[0];
  size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  for (size_t index = 1; index < size && index < count; index++) {
    unsigned low = 0x80, high = 0xBF;
    if (index == 1) {
      if (first == 0xE0) low = 0xA0;
      if (first == 0xED) high = 0x9F;
      if (first == 0xF0) low = 0x90;
      if (first == 0xF4) high = 0x8F;
    }
    if (bytes[index] < low || bytes[index] > high) return 0;
  }
  return size;
}

// Returns whether the bytes are UTF-8 with at least one whole character of several bytes.
static bool is_utf8(const unsigned char *bytes, size_t count) {
  bool has_character = false;
  while (count > 0) {
    size_t size = character_size(bytes, count);
    if (size == 0 || (size == 1 && !is_text_byte(bytes[0]))) return false;
    if (size > count) break;
    has_character |= size > 1;
    bytes += size;
    count -= size;
  }
  return has_character;
}

// Returns whether the bytes after the mark are characters of 2 or 4 bytes.
static bool is_wide(const unsigned char *bytes, size_t count, size_t width, bool is_little) {
  bool is_low_expected = false;
  for (size_t place = width; place + width <= count; place += width) {
    uint32_t value = 0;
    for (size_t index = 0; index < width; index++) {
      value = value << 8 | bytes[place + (is_little ? width - 1 - index : index)];
    }
    if ((value < 0x80 && !is_text_byte(value)) || value == 0xFFFE || value > INT32_MAX) return false;
    if (width == 4) continue;
    if (value == 0xFFFF || (value >= 0xFDD0 && value <= 0xFDEF)) return false;
    bool is_low = value >= 0xDC00 && value < 0xE000;
    if (is_low != is_low_expected) return false;
    is_low_expected = value >= 0xD800 && value < 0xDC00;
  }
  return true;
}

// Returns the name of an encoding that has a mark; NULL for other bytes.
static const char *marked_encoding(const unsigned char *bytes, size_t count) {
  // The mark of UTF-32 begins with the one of UTF-16.
  static const struct {
    const char *mark;
    size_t width;
    bool is_little;
    const char *name;
  } marks[] = {
    {"\xff\xfe\0\0", 4, true, "utf-32le"}, {"\0\0\xfe\xff", 4, false, "utf-32be"},
    {"\xff\xfe", 2, true, "utf-16le"}, {"\xfe\xff", 2, false, "utf-16be"},
  };
  for (size_t index = 0; index < sizeof marks / sizeof *marks; index++) {
    size_t width = marks[index].width;
    if (count >= width && memcmp(bytes, marks[index].mark, width) == 0 &&
        is_wide(bytes, count, width, marks[index].is_little)) {
      return marks[index].name;
    }
  }
  return NULL;
}

const char *encoding_of(const unsigned char *bytes, size_t count) {
  if (count < 2) return "binary";
  bool is_ascii = true, is_iso = true, is_extended = true, is_ebcdic = true;
  for (size_t index = 0; index < count; index++) {
    unsigned byte = bytes[index];
    // NEL occurs in texts of 8 bits a character.
    if (byte >= 0x80 && byte != 0x85) is_ascii = false;
    if (byte >= 0x80 && byte < 0xA0 && byte != 0x85) is_iso = false;
    if (byte < 0x80 && !is_text_byte(byte)) is_extended = false;
    if (!is_ebcdic_byte(byte)) is_ebcdic = false;
  }
  if (is_ascii && is_extended) {
    bool is_utf7 = count > 4 && memcmp(bytes, "+/v", 3) == 0 && strchr("89+/", bytes[3]) != NULL;
    return is_utf7 ? "utf-7" : "us-ascii";
  }
  if (is_utf8(bytes, count)) return "utf-8";
  const char *marked = marked_encoding(bytes, count);
  if (marked != NULL) return marked;
  if (is_extended) return is_iso ? "iso-8859-1" : "unknown-8bit";
  return is_ebcdic ? "ebcdic" : "binary";
}
