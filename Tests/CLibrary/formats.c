// Prints the formats of each path of standard input, one a line, as `uti identify --print
// puid,formatName,formatVersion,formatBasis,formats,extensionMismatch,formatBounded --format tsv` does. The words are
// signatures that uti has compiled, a signature file of DROID and another file.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <uniformtypes.h>

#include "check.h"

static const char *shown(const char *text) { return *text != 0 ? text : "-"; }

static void print(const utype_formats *formats) {
  utype_format format;
  size_t count = utype_formats_count(formats);
  if (count == 0) {
    printf("-\t-\t-\t-\t-");
  } else {
    CHECK(utype_formats_item(formats, 0, &format) == 1);
    printf("%s\t%s\t%s\t%s\t", format.puid, format.name, shown(format.version), format.reason);
    for (size_t index = 0; index < count; index++) {
      CHECK(utype_formats_item(formats, index, &format) == 1);
      CHECK(utype_basis_name(format.basis) != NULL);
      printf("%s%s", index > 0 ? "," : "", format.puid);
    }
  }
  printf("\t%s\t%s\n", utype_formats_extension_mismatch(formats) ? "true" : "false",
         utype_formats_is_bounded(formats) ? "true" : "false");
}

static void check_failures(const utype_signatures *signatures, const char *xml, const char *other) {
  utype_error error;
  CHECK(utype_open_signatures(NULL, NULL, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_open_signatures("/absent", NULL, &error) == NULL && error.system_error == ENOENT);
  CHECK(utype_open_signatures("/", NULL, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_open_signatures(other, NULL, &error) == NULL);
  CHECK(error.status == UTYPE_UNSUPPORTED || error.status == UTYPE_BAD_DECLARATIONS);
  // A library without a parser of XML names the command that compiles the file.
  utype_signatures *read = utype_open_signatures(xml, NULL, &error);
  if (read == NULL) {
    CHECK(error.status == UTYPE_UNSUPPORTED);
    CHECK(strstr(error.message, "uti compile --signatures") != NULL);
  }
  utype_signatures_free(read);

  CHECK(utype_formats_of_path(NULL, other, 0, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_formats_of_path(signatures, "/absent", 0, &error) == NULL && error.system_error == ENOENT);
  CHECK(utype_formats_of_path(signatures, other, UTYPE_NAME_ONLY, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_formats_of_descriptor(signatures, -1, NULL, 0, &error) == NULL && error.system_error == EBADF);
  CHECK(utype_formats_of_bytes(signatures, NULL, 1, 1, NULL, 0, &error) == NULL);
  CHECK(utype_formats_of_bytes(signatures, "ab", 2, 1, NULL, 0, &error) == NULL);
  utype_format format = {NULL, NULL, NULL, NULL, UTYPE_BASIS_NONE};
  CHECK(utype_formats_count(NULL) == 0 && utype_formats_item(NULL, 0, &format) == 0 && format.puid == NULL);
  CHECK(utype_formats_extension_mismatch(NULL) == 0 && utype_formats_is_bounded(NULL) == 0);
  utype_formats_free(NULL);
  utype_signatures_free(NULL);
}

// An item gives the same formats by its path, its descriptor and its bytes.
static void check_ways(const utype_signatures *signatures, const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/formats.pdf", folder);
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  CHECK(file >= 0 && write(file, "%PDF-1.4\n%%EOF\n", 15) == 15);
  utype_formats *found[] = {
    utype_formats_of_path(signatures, path, 0, NULL),
    utype_formats_of_descriptor(signatures, file, "folder/formats.pdf", UTYPE_TERMINATED, NULL),
    utype_formats_of_bytes(signatures, "%PDF-1.4\n%%EOF\n", 15, 15, "formats.pdf", 11, NULL),
    utype_formats_of_path(signatures, path, UTYPE_CONTENT_ONLY, NULL),
  };
  for (int index = 0; index < 4; index++) {
    utype_format format;
    CHECK(utype_formats_count(found[index]) == 1);
    CHECK(utype_formats_item(found[index], 0, &format) == 1);
    CHECK_TEXT(format.puid, "fmt/18");
    CHECK_TEXT(format.version, "1.4");
    CHECK(format.basis == UTYPE_BASIS_CONTENT);
    CHECK((strstr(format.reason, "extension match pdf; ") == format.reason) == (index < 3));
    CHECK(utype_formats_item(found[index], 1, &format) == 0);
    CHECK(utype_formats_extension_mismatch(found[index]) == 0);
    utype_formats_free(found[index]);
  }
  utype_formats *other = utype_formats_of_bytes(signatures, "%PDF-1.4\n%%EOF\n", 15, 15, "a.txt", 5, NULL);
  CHECK(utype_formats_extension_mismatch(other) == 1);
  utype_formats_free(other);
  // A folder has no format.
  utype_formats *none = utype_formats_of_path(signatures, folder, 0, NULL);
  CHECK(none != NULL && utype_formats_count(none) == 0);
  utype_formats_free(none);
  close(file);
  unlink(path);
}

// The table in the library relates formats to types without a signature file.
static void check_table(void) {
  utype_registry *registry = utype_open_embedded(NULL);
  utype_list *formats = utype_tags(registry, "com.adobe.pdf", UTYPE_PUID, NULL);
  utype_list *types = utype_for_tag(registry, UTYPE_PUID, "fmt/18", UTYPE_TERMINATED, NULL);
  int is_found = 0;
  for (size_t index = 0; index < utype_list_count(formats); index++) {
    is_found |= strcmp(utype_list_item(formats, index), "fmt/18") == 0;
  }
  CHECK(is_found);
  CHECK_TEXT(utype_list_item(types, 0), "com.adobe.pdf");
  utype_list_free(formats);
  utype_list_free(types);
  utype_close(registry);
}

int main(int count, char **words) {
  if (count < 5) return fprintf(stderr, "usage: formats COMPILED XML OTHER FOLDER\n"), 64;
  utype_error error;
  utype_signatures *signatures = utype_open_signatures(words[1], NULL, &error);
  if (signatures == NULL) return fprintf(stderr, "%s\n", error.message), 1;
  check_failures(signatures, words[2], words[3]);
  check_ways(signatures, words[4]);
  check_table();
  char *line = NULL;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, stdin)) > 0) {
    if (line[size - 1] == '\n') line[size - 1] = 0;
    utype_formats *formats = utype_formats_of_path(signatures, line, 0, &error);
    if (formats == NULL) {
      fprintf(stderr, "%s\n", error.message);
      continue;
    }
    print(formats);
    utype_formats_free(formats);
  }
  free(line);
  utype_signatures_free(signatures);
  return 0;
}
