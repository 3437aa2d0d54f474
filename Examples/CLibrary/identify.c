// Prints the MIME type, the confidence and the path of each file.
//
//     cc identify.c -o identify $(pkg-config --cflags --libs uniformtypes)

#include <stdio.h>
#include <uniformtypes.h>

int main(int count, char **paths) {
  utype_error error;
  utype_registry *registry = utype_open_embedded(&error);
  if (registry == NULL) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  int status = 0;
  for (int index = 1; index < count; index++) {
    utype_verdict *verdict = utype_identify_path(registry, paths[index], 0, &error);
    if (verdict == NULL) {
      fprintf(stderr, "%s\n", error.message);
      status = 1;
      continue;
    }
    printf("%s\t%s\t%s\n", utype_verdict_mime_type(verdict),
           utype_confidence_name(utype_verdict_confidence(verdict)), paths[index]);
    utype_verdict_free(verdict);
  }
  utype_close(registry);
  return status;
}
