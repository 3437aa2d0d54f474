// Prints the verdict of each path of standard input, one a line, as `uti identify --print
// type,mime,confidence,basis` does. With the word "system" it uses the registry of the system.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uniformtypes.h>

int main(int count, char **words) {
  utype_error error;
  utype_registry *registry = count > 1 && strcmp(words[1], "system") == 0
    ? utype_open_system(&error) : utype_open_embedded(&error);
  if (registry == NULL) return fprintf(stderr, "%s\n", error.message), 1;
  char *line = NULL;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, stdin)) > 0) {
    if (line[size - 1] == '\n') line[size - 1] = 0;
    utype_verdict *verdict = utype_identify_path(registry, line, 0, &error);
    if (verdict == NULL) {
      fprintf(stderr, "%s\n", error.message);
      continue;
    }
    printf("%s\t%s\t%s\t%s\n", utype_verdict_type(verdict), utype_verdict_mime_type(verdict),
           utype_confidence_name(utype_verdict_confidence(verdict)),
           utype_basis_name(utype_verdict_basis(verdict)));
    utype_verdict_free(verdict);
  }
  free(line);
  utype_close(registry);
  return 0;
}
