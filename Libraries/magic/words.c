// Descriptions with the words that programs search for in those of libmagic.

#define _GNU_SOURCE
#include "words.h"

#include "names.h"

#include <string.h>
#include <time.h>

enum { LONG_LINE = 300, MOST_HEADERS = 256, MOST_NOTES = 64 };

static uint64_t number(const unsigned char *bytes, size_t count, bool is_little) {
  uint64_t value = 0;
  for (size_t index = 0; index < count; index++) value = value << 8 | bytes[is_little ? count - 1 - index : index];
  return value;
}

static unsigned big(const unsigned char *bytes, size_t count) { return (unsigned)number(bytes, count, false); }

static unsigned little(const unsigned char *bytes, size_t count) { return (unsigned)number(bytes, count, true); }

// Appends bytes that are printable ASCII.
static void append_printable(struct text *text, const unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count && bytes[index] >= 32 && bytes[index] < 127; index++) {
    append_bytes(text, (const char *)bytes + index, 1);
  }
}

// ---- Texts

// What the lines of a text are like.
struct lines {
  size_t longest;
  bool has_crlf, has_cr, has_lf, has_nel, has_escape, has_backspace;
};

static struct lines lines_of(struct item *item, size_t limit, const char *encoding) {
  struct lines lines = {0};
  read_start(item, limit);
  size_t count = item->count < limit ? item->count : limit;
  size_t width = strncmp(encoding, "utf-16", 6) == 0 ? 2 : strncmp(encoding, "utf-32", 6) == 0 ? 4 : 1;
  bool is_little = encoding[strlen(encoding) - 2] == 'l', is_utf8 = strcmp(encoding, "utf-8") == 0;
  size_t length = 0;
  bool follows_cr = false;
  for (size_t place = 0; place + width <= count; place += width) {
    uint64_t value = width == 1 ? item->bytes[place] : number(item->bytes + place, width, is_little);
    // A byte within a character of UTF-8 is no character.
    if (is_utf8 && value >= 0x80 && value < 0xC0) continue;
    lines.has_crlf |= follows_cr && value == '\n';
    lines.has_cr |= follows_cr && value != '\n';
    lines.has_lf |= !follows_cr && value == '\n';
    lines.has_nel |= value == 0x85 && width == 1 && !is_utf8;
    lines.has_escape |= value == 27;
    lines.has_backspace |= value == 8;
    follows_cr = value == '\r';
    length = value == '\n' || value == '\r' ? 0 : length + 1;
    if (length > lines.longest) lines.longest = length;
  }
  lines.has_cr |= follows_cr;
  return lines;
}

static void append_lines(struct text *text, const struct kind *kind, struct item *item) {
  struct lines lines = lines_of(item, kind->line_limit, kind->encoding);
  if (lines.longest >= LONG_LINE) append_format(text, ", with very long lines (%zu)", lines.longest);
  if (!lines.has_crlf && !lines.has_cr && !lines.has_lf && !lines.has_nel) {
    append(text, ", with no line terminators");
  } else if (lines.has_crlf || lines.has_cr || lines.has_nel) {
    const char *separator = ", with ";
    struct {
      bool exists;
      const char *name;
    } ends[] = {{lines.has_crlf, "CRLF"}, {lines.has_cr, "CR"}, {lines.has_lf, "LF"}, {lines.has_nel, "NEL"}};
    for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
      if (!ends[index].exists) continue;
      append(text, separator);
      append(text, ends[index].name);
      separator = ", ";
    }
    append(text, " line terminators");
  }
  if (lines.has_escape) append(text, ", with escape sequences");
  if (lines.has_backspace) append(text, ", with overstriking");
}

static const char *words_of_encoding(const char *encoding, struct item *item) {
  static const struct {
    const char *encoding, *words;
  } encodings[] = {
    {"us-ascii", "ASCII"}, {"utf-7", "Unicode text, UTF-7"}, {"utf-16le", "Unicode text, UTF-16, little-endian"},
    {"utf-16be", "Unicode text, UTF-16, big-endian"}, {"utf-32le", "Unicode text, UTF-32, little-endian"},
    {"utf-32be", "Unicode text, UTF-32, big-endian"}, {"iso-8859-1", "ISO-8859"},
    {"unknown-8bit", "Non-ISO extended-ASCII"}, {"ebcdic", "EBCDIC"},
  };
  for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
    if (strcmp(encodings[index].encoding, encoding) == 0) return encodings[index].words;
  }
  return begins_with(item, "\xef\xbb\xbf", 3) ? "Unicode text, UTF-8 (with BOM)" : "Unicode text, UTF-8";
}

// The first line of a script, without "#!" and spaces.
static void first_line(struct item *item, char *line, size_t capacity) {
  size_t count, length = 0, place = 2;
  const unsigned char *bytes = first_bytes(item, &count);
  line[0] = '\0';
  if (count < 2 || memcmp(bytes, "#!", 2) != 0) return;
  while (place < count && (bytes[place] == ' ' || bytes[place] == '\t')) place++;
  while (place < count && bytes[place] >= 32 && bytes[place] < 127 && length + 1 < capacity) {
    line[length++] = (char)bytes[place++];
  }
  while (length > 0 && line[length - 1] == ' ') length--;
  line[length] = '\0';
}

// Returns the words of a shell; NULL if the line names none.
static const char *shell_of(const char *line) {
  static const struct {
    const char *name, *words;
  } shells[] = {
    {"bash", "Bourne-Again shell script"}, {"sh", "POSIX shell script"}, {"dash", "POSIX shell script"},
    {"ksh", "Korn shell script"}, {"zsh", "Paul Falstad's zsh script"}, {"csh", "C shell script"},
    {"tcsh", "Tenex C shell script"}, {"fish", "fish shell script"},
  };
  for (const char *word = line; *word != '\0'; word += strspn(word, " ")) {
    size_t size = strcspn(word, " ");
    const char *name = memrchr(word, '/', size);
    name = name == NULL ? word : name + 1;
    size_t length = (size_t)(word + size - name);
    for (size_t index = 0; index < sizeof shells / sizeof *shells; index++) {
      if (strlen(shells[index].name) == length && strncmp(name, shells[index].name, length) == 0) return shells[index].words;
    }
    word += size;
  }
  return NULL;
}

static bool ends_with(const char *text, const char *end) {
  size_t count = strlen(text), length = strlen(end);
  return count >= length && strcmp(text + count - length, end) == 0;
}

static void append_text(
  struct text *text, const struct kind *kind, const struct magic_name *row, struct item *item) {
  char line[128];
  line[0] = '\0';
  if (!kind->is_generic) first_line(item, line, sizeof line);
  bool is_plain = strcmp(kind->mime_type, "text/plain") == 0, is_script = *line != '\0';
  const char *shell = is_script ? shell_of(line) : NULL;
  if (is_script && shell != NULL && strcmp(shell, "fish shell script") != 0 && strstr(kind->mime_type, "sh") != NULL) {
    append(text, shell);
    append(text, ", ");
  } else if (is_plain) {
    if (is_script) append_format(text, "a %s script, ", line);
  } else {
    const char *words = row != NULL && row->words != NULL ? row->words : kind->description;
    // "C source code" is a "C source".
    size_t size = strlen(words) - (ends_with(words, " source code") ? 5 : 0);
    // The source of a script is a script.
    if (is_script && size >= 7 && strncmp(words + size - 7, " source", 7) == 0) size -= 7;
    append_bytes(text, words, size);
    if (is_script && !ends_with(words, "script")) append(text, " script");
    append(text, ", ");
  }
  append(text, words_of_encoding(kind->encoding, item));
  append(text, " text");
  if (is_script || (row != NULL && row->options & NAME_SCRIPT)) append(text, " executable");
  append_lines(text, kind, item);
}

// ---- ELF

struct elf {
  const struct item *item;
  bool is_wide, is_little;
};

static uint64_t elf_number(const struct elf *elf, const unsigned char *bytes, size_t place, size_t narrow_place, size_t count) {
  if (elf->is_wide) return number(bytes + place, count, elf->is_little);
  return number(bytes + narrow_place, count == 8 ? 4 : count, elf->is_little);
}

static const char *machine_of(unsigned machine) {
  static const struct {
    unsigned machine;
    const char *name;
  } machines[] = {
    {0, "no machine"}, {2, "SPARC"}, {3, "Intel 80386"}, {4, "Motorola m68k"}, {8, "MIPS"}, {15, "PA-RISC"},
    {20, "PowerPC or cisco 4500"}, {21, "64-bit PowerPC or cisco 7500"}, {22, "IBM S/390"}, {40, "ARM"},
    {42, "Renesas SH"}, {43, "SPARC V9"}, {50, "IA-64"}, {62, "x86-64"}, {83, "Atmel AVR 8-bit"},
    {94, "Tensilica Xtensa"}, {183, "ARM aarch64"}, {243, "UCB RISC-V"}, {247, "eBPF"}, {258, "LoongArch"},
  };
  for (size_t index = 0; index < sizeof machines / sizeof *machines; index++) {
    if (machines[index].machine == machine) return machines[index].name;
  }
  return NULL;
}

// The notes of a segment: the identifier of the build, and the system.
static void append_notes(struct text *text, const struct elf *elf, uint64_t place, uint64_t size) {
  unsigned char header[12], name[8], content[32];
  for (int index = 0; index < MOST_NOTES && size >= sizeof header && read_at(elf->item, place, header, sizeof header); index++) {
    uint64_t name_size = number(header, 4, elf->is_little), content_size = number(header + 4, 4, elf->is_little);
    unsigned type = (unsigned)number(header + 8, 4, elf->is_little);
    uint64_t content_place = place + 12 + ((name_size + 3) & ~(uint64_t)3);
    uint64_t whole = content_place - place + ((content_size + 3) & ~(uint64_t)3);
    if (whole > size) return;
    size_t known = content_size < sizeof content ? (size_t)content_size : sizeof content;
    memset(name, 0, sizeof name);
    if (name_size <= sizeof name && read_at(elf->item, place + 12, name, (size_t)name_size) &&
        read_at(elf->item, content_place, content, known)) {
      if (memcmp(name, "GNU", 4) == 0 && type == 3 && (content_size == 20 || content_size == 16 || content_size == 8)) {
        append(text, content_size == 20 ? ", BuildID[sha1]=" : content_size == 16 ? ", BuildID[md5/uuid]=" : ", BuildID[xxHash]=");
        for (size_t byte = 0; byte < known; byte++) append_format(text, "%02x", content[byte]);
      } else if (memcmp(name, "GNU", 4) == 0 && type == 1 && known >= 16) {
        static const char *const systems[] = {"Linux", "Hurd", "Solaris", "kFreeBSD", "kNetBSD"};
        unsigned system = (unsigned)number(content, 4, elf->is_little);
        if (system < sizeof systems / sizeof *systems) {
          append_format(
            text, ", for GNU/%s %u.%u.%u", systems[system], (unsigned)number(content + 4, 4, elf->is_little),
            (unsigned)number(content + 8, 4, elf->is_little), (unsigned)number(content + 12, 4, elf->is_little));
        }
      } else if (memcmp(name, "NetBSD", 7) == 0 && type == 1 && known == 4) {
        unsigned version = (unsigned)number(content, 4, elf->is_little);
        append_format(text, ", for NetBSD %u.%u", version / 100000000, version / 1000000 % 100);
      }
    }
    place += whole;
    size -= whole;
  }
}

static void append_linking(struct text *text, const struct elf *elf, const unsigned char *header, bool is_position_independent) {
  uint64_t place = elf_number(elf, header, 32, 28, 8);
  size_t size = (size_t)elf_number(elf, header, 54, 42, 2), count = (size_t)elf_number(elf, header, 56, 44, 2);
  unsigned char segment[56], interpreter[256] = {0};
  bool is_dynamic = false, has_interpreter = false;
  struct text notes = {0};
  if (count > MOST_HEADERS || count == 0 || size < (elf->is_wide ? 56u : 32u)) return;
  for (size_t index = 0; index < count; index++) {
    if (!read_at(elf->item, place + index * size, segment, elf->is_wide ? 56 : 32)) break;
    unsigned type = (unsigned)number(segment, 4, elf->is_little);
    uint64_t start = elf_number(elf, segment, 8, 4, 8), length = elf_number(elf, segment, 32, 16, 8);
    if (type == 2) is_dynamic = true;
    if (type == 3 && length > 0) {
      has_interpreter = read_at(elf->item, start, interpreter, length < sizeof interpreter ? (size_t)length : sizeof interpreter - 1);
    }
    if (type == 4) append_notes(&notes, elf, start, length);
  }
  append(
    text, has_interpreter || (is_dynamic && !is_position_independent) ? ", dynamically linked"
          : is_dynamic                                               ? ", static-pie linked"
                                                                     : ", statically linked");
  if (has_interpreter) {
    append(text, ", interpreter ");
    append_printable(text, interpreter, sizeof interpreter);
  }
  if (notes.text != NULL) append(text, notes.text);
  text->failed |= notes.failed;
  free_text(&notes);
}

// A file with symbols is not stripped.
static void append_symbols(struct text *text, const struct elf *elf, const unsigned char *header) {
  uint64_t place = elf_number(elf, header, 40, 32, 8), names = 0;
  size_t size = (size_t)elf_number(elf, header, 58, 46, 2), count = (size_t)elf_number(elf, header, 60, 48, 2);
  size_t name_index = (size_t)elf_number(elf, header, 62, 50, 2), least = elf->is_wide ? 64 : 40;
  unsigned char section[64];
  bool has_symbols = false, has_debugging = false;
  if (count == 0 || size < least) {
    append(text, ", no section header");
    return;
  }
  if (count > 16 * MOST_HEADERS) return;
  if (read_at(elf->item, place + name_index * size, section, least)) names = elf_number(elf, section, 24, 16, 8);
  for (size_t index = 0; index < count; index++) {
    if (!read_at(elf->item, place + index * size, section, least)) return;
    has_symbols |= number(section + 4, 4, elf->is_little) == 2;
    char name[12];
    if (!has_debugging && read_at(elf->item, names + number(section, 4, elf->is_little), name, sizeof name)) {
      has_debugging = memcmp(name, ".debug_info", 12) == 0;
    }
  }
  append(text, has_debugging ? ", with debug_info" : "");
  append(text, has_symbols ? ", not stripped" : ", stripped");
}

static bool append_elf(struct text *text, const struct kind *kind, struct item *item) {
  size_t count;
  const unsigned char *header = first_bytes(item, &count);
  if (count < 52 || memcmp(header, "\177ELF", 4) != 0 || header[4] < 1 || header[4] > 2 || header[5] < 1 || header[5] > 2) return false;
  if (count < 64 && header[4] == 2) return false;
  const struct elf elf = {item, header[4] == 2, header[5] == 1};
  unsigned type = (unsigned)number(header + 16, 2, elf.is_little), machine = (unsigned)number(header + 18, 2, elf.is_little);
  // Position independence is a detail.
  bool is_program = type == 3 && kind->has_elf_details && strcmp(kind->mime_type, "application/x-pie-executable") == 0;
  append_format(text, "ELF %s-bit %s ", elf.is_wide ? "64" : "32", elf.is_little ? "LSB" : "MSB");
  static const char *const kinds[] = {"no file type", "relocatable", "executable", "shared object", "core file"};
  if (type < sizeof kinds / sizeof *kinds) append(text, is_program ? "pie executable" : kinds[type]);
  else append_format(text, "processor-specific type 0x%x", type);
  if (machine_of(machine) != NULL) append_format(text, ", %s", machine_of(machine));
  else append_format(text, ", *unknown arch 0x%x*", machine);
  static const char *const systems[] = {
    "SYSV", "HP-UX", "NetBSD", "GNU/Linux", NULL, NULL, "Solaris", "Monterey", "IRIX", "FreeBSD", "Tru64", NULL, "OpenBSD"};
  append_format(text, ", version %u", (unsigned)number(header + 20, 4, elf.is_little));
  if (header[7] < sizeof systems / sizeof *systems && systems[header[7]] != NULL) append_format(text, " (%s)", systems[header[7]]);
  if (!kind->has_elf_details || type < 1 || type > 3) return true;
  if (type != 1) append_linking(text, &elf, header, is_program);
  append_symbols(text, &elf, header);
  return true;
}

// ---- Programs of Windows

static bool append_windows_program(struct text *text, struct item *item) {
  size_t count;
  const unsigned char *start = first_bytes(item, &count);
  unsigned char header[96];
  if (count < 64 || memcmp(start, "MZ", 2) != 0) return false;
  if (!read_at(item, little(start + 60, 4), header, sizeof header) || memcmp(header, "PE\0\0", 4) != 0) {
    append(text, "MS-DOS executable");
    return true;
  }
  unsigned machine = little(header + 4, 2), traits = little(header + 22, 2), system = little(header + 92, 2);
  append(text, little(header + 24, 2) == 0x20b ? "PE32+ executable" : "PE32 executable");
  if (traits & 0x2000) append(text, " (DLL)");
  append(
    text, system == 1               ? " (native)"
          : system == 2             ? " (GUI)"
          : system == 3             ? " (console)"
          : system == 10            ? " (EFI application)"
          : system == 11            ? " (EFI boot service driver)"
          : system == 12            ? " (EFI runtime driver)"
                                    : "");
  append(
    text, machine == 0x14c                     ? " Intel 80386"
          : machine == 0x8664                  ? " x86-64"
          : machine == 0xaa64                  ? " Aarch64"
          : machine == 0x1c0 || machine == 0x1c4 ? " ARM"
                                               : "");
  if (machine == 0x14c || machine == 0x8664 || machine == 0xaa64 || machine == 0x1c0 || machine == 0x1c4) {
    append(text, system >= 10 && system <= 12 ? ", for EFI" : ", for MS Windows");
  } else {
    append_format(text, " 0x%x, for MS Windows", machine);
  }
  append_format(text, ", %u sections", little(header + 6, 2));
  return true;
}

// ---- Details of other kinds

static void append_png(struct text *text, struct item *item) {
  size_t count;
  const unsigned char *bytes = first_bytes(item, &count);
  if (count < 29 || memcmp(bytes + 12, "IHDR", 4) != 0) return;
  static const char *const colors[] = {" grayscale", NULL, "/color RGB", " colormap", " gray+alpha", NULL, "/color RGBA"};
  append_format(text, ", %u x %u", big(bytes + 16, 4), big(bytes + 20, 4));
  if (bytes[25] < sizeof colors / sizeof *colors && colors[bytes[25]] != NULL) {
    append_format(text, ", %u-bit%s", bytes[24], colors[bytes[25]]);
  }
  append(text, bytes[28] == 0 ? ", non-interlaced" : ", interlaced");
}

static void append_jpeg(struct text *text, struct item *item) {
  unsigned char head[14];
  if (read_at(item, 6, head, 7) && memcmp(head, "JFIF", 5) == 0) append_format(text, ", JFIF standard %u.%02u", head[5], head[6]);
  uint64_t place = 2;
  for (int index = 0; index < MOST_HEADERS && read_at(item, place, head, 10) && head[0] == 0xff; index++) {
    unsigned marker = head[1];
    if (marker == 0xff) {
      place++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
      append(text, marker == 0xc0 ? ", baseline" : marker == 0xc1 ? ", extended sequential" : marker == 0xc2 ? ", progressive" : "");
      append_format(text, ", precision %u, %ux%u, components %u", head[4], big(head + 7, 2), big(head + 5, 2), head[9]);
      return;
    }
    place += 2 + big(head + 2, 2);
  }
}

static void append_gif(struct text *text, struct item *item) {
  size_t count;
  const unsigned char *bytes = first_bytes(item, &count);
  if (count < 10) return;
  append(text, ", version ");
  append_printable(text, bytes + 3, 3);
  append_format(text, ", %u x %u", little(bytes + 6, 2), little(bytes + 8, 2));
}

static void append_gzip(struct text *text, struct item *item) {
  size_t count;
  const unsigned char *bytes = first_bytes(item, &count);
  if (count < 10) return;
  size_t place = 10;
  if (bytes[3] & 4) place += count >= 12 ? 2 + little(bytes + 10, 2) : count;
  if (bytes[3] & 8 && place < count) {
    append(text, ", was \"");
    append_printable(text, bytes + place, count - place);
    append(text, "\"");
  }
  time_t modified = (time_t)little(bytes + 4, 4);
  struct tm date;
  char words[64];
  if (modified != 0 && localtime_r(&modified, &date) != NULL && strftime(words, sizeof words, "%a %b %e %H:%M:%S %Y", &date) > 0) {
    append_format(text, ", last modified: %s", words);
  }
  append(text, bytes[8] == 2 ? ", max compression" : bytes[8] == 4 ? ", max speed" : "");
  append(text, bytes[9] == 3 ? ", from Unix" : bytes[9] == 0 ? ", from FAT filesystem (MS-DOS, OS/2, NT)" : "");
}

// The version of a PDF document, which callers compare.
void append_pdf(struct text *text, struct item *item) {
  size_t count;
  const unsigned char *bytes = first_bytes(item, &count);
  const unsigned char *start = count >= 8 ? memmem(bytes, count < 1024 ? count : 1024, "%PDF-", 5) : NULL;
  if (start == NULL || (size_t)(bytes + count - start) < 8) return;
  if (start[5] < '0' || start[5] > '9' || start[6] != '.' || start[7] < '0' || start[7] > '9') return;
  append(text, ", version ");
  append_bytes(text, (const char *)start + 5, 3);
}

static void append_details(struct text *text, const char *mime_type, struct item *item) {
  static const struct {
    const char *mime_type;
    void (*append)(struct text *, struct item *);
  } kinds[] = {
    {"application/pdf", append_pdf}, {"image/png", append_png}, {"image/jpeg", append_jpeg},
    {"image/gif", append_gif}, {"application/gzip", append_gzip},
  };
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    if (strcmp(kinds[index].mime_type, mime_type) == 0) kinds[index].append(text, item);
  }
}

void append_words(struct text *text, const struct kind *kind, struct item *item) {
  if (!kind->is_generic && (append_elf(text, kind, item) || append_windows_program(text, item))) return;
  const struct magic_name *row = find_magic_name(kind->mime_type);
  bool is_alone = row != NULL && row->options & NAME_WORDS_ALONE;
  if (kind->is_text && !is_alone && strcmp(kind->encoding, "binary") != 0) {
    append_text(text, kind, row, item);
    return;
  }
  append(text, row != NULL && row->words != NULL ? row->words : kind->description);
  append_details(text, kind->mime_type, item);
}
