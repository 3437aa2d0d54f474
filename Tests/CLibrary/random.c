// Calls every function that takes text or bytes with random ones: random [CALLS [SEED]].
//
// No call may crash, and text that is returned ends in NUL. A call that fails fills the error.

#include <stdint.h>
#include <uniformtypes.h>

#include "check.h"

static uint64_t state;

static uint64_t number(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static const char *const seeds[] = {
  "a.png", "x.tar.gz", "Makefile", "public.png", "dyn.ah62d4rv4ge8wy", "dyn.a", "image/png", "text/x-c",
  "public.filename-extension", "public.mime-type", "com.apple.ostype", "mime.image.svg.plus.xml",
  "\x89PNG\r\n\x1a\n", "PK\3\4", "%PDF-1.4", "<?xml version='1.0'?><svg>", "{\"a\": [", "#!/bin/sh\n",
  "de_AT.UTF-8@euro", "/", "..", "\xff\xfe", "\xF0\x9F\x98\x80", "\xC3"};

// Fills a buffer with a seed that is changed at some places, or with random bytes.
static size_t fill(unsigned char *buffer, size_t capacity) {
  size_t size = 0;
  if (number() % 4 != 0) {
    const char *seed = seeds[number() % (sizeof seeds / sizeof *seeds)];
    size = strlen(seed);
    memcpy(buffer, seed, size);
  }
  const size_t more = number() % 8 == 0 ? number() % (capacity - size) : number() % 4;
  for (size_t index = 0; index < more; index++) buffer[size++] = (unsigned char)number();
  for (uint64_t changes = number() % 3; changes > 0 && size > 0; changes--) {
    buffer[number() % size] = (unsigned char)number();
  }
  return size;
}

static size_t used;
static void use(const char *text) { used += text == NULL ? 0 : strlen(text); }

static void check_failure(int failed, const utype_error *error) {
  if (!failed) return;
  CHECK(error->status > UTYPE_OK && error->status <= UTYPE_UNSUPPORTED);
  CHECK(memchr(error->message, 0, sizeof error->message) != NULL && error->message[0] != 0);
}

int main(int count, char **words) {
  const long calls = count > 1 ? atol(words[1]) : 100000;
  state = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  if (state == 0) state = 1;
  utype_registry *registry = utype_open_embedded(NULL);
  CHECK(registry != NULL);
  static unsigned char buffer[6000], other[6000];
  char output[40];
  for (long call = 0; call < calls; call++) {
    const size_t size = fill(buffer, sizeof buffer - 1), other_size = fill(other, sizeof other - 1);
    buffer[size] = other[other_size] = 0;
    const char *text = (const char *)buffer, *second = (const char *)other;
    const size_t length = number() % 2 == 0 ? size : UTYPE_TERMINATED;
    const size_t capacity = number() % (sizeof output + 1);
    utype_error error;
    memset(&error, 0, sizeof error);
    utype_list *list = NULL;
    utype_verdict *verdict = NULL;
    const char *result;
    switch (number() % 14) {
      case 0: result = utype_for_name(registry, text, length, &error); break;
      case 1: result = utype_for_identifier(registry, text, &error); break;
      case 2: result = utype_for_extension(registry, text, length, &error); break;
      case 3: result = utype_for_mime_type(registry, text, length, &error); break;
      case 4: result = utype_mime_type(registry, text, &error); break;
      case 5: result = utype_extension(registry, text, &error); break;
      case 6:
        list = utype_for_tag(registry, second, text, length, &error);
        result = list == NULL ? NULL : "";
        break;
      case 7:
        list = number() % 2 == 0
          ? utype_supertypes(registry, text, (utype_reach)(number() % 3), &error)
          : utype_subtypes(registry, text, (utype_reach)(number() % 3), &error);
        result = list == NULL ? NULL : "";
        break;
      case 8:
        list = utype_tags(registry, text, second, &error);
        result = list == NULL ? NULL : "";
        break;
      case 9:
        result = utype_conforms(registry, text, second, &error) < 0 ? NULL : "";
        break;
      case 10:
        result = utype_description(registry, text, second, output, capacity, &error) == 0
          ? NULL : capacity > 0 ? output : "";
        break;
      case 11:
        result = utype_dynamic_identifier(registry, second, text, length,
                                          number() % 2 == 0 ? NULL : "public.data", output, capacity,
                                          &error) == 0
          ? NULL : capacity > 0 ? output : "";
        break;
      case 12:
        verdict = utype_identify_path(registry, text, UTYPE_NAME_ONLY, &error);
        result = verdict == NULL ? NULL : "";
        break;
      default:
        verdict = utype_identify_bytes(registry, buffer, size,
                                       number() % 2 == 0 ? size : size + number() % 100000,
                                       number() % 2 == 0 ? NULL : second, other_size, &error);
        result = verdict == NULL ? NULL : "";
        break;
    }
    check_failure(result == NULL, &error);
    use(result);
    for (size_t index = 0; index < utype_list_count(list); index++) use(utype_list_item(list, index));
    if (verdict != NULL) {
      use(utype_verdict_type(verdict));
      use(utype_verdict_mime_type(verdict));
      for (size_t index = 0; index < utype_verdict_reason_count(verdict); index++) {
        use(utype_verdict_reason(verdict, index));
      }
      for (size_t index = 0; index < utype_verdict_alternative_count(verdict); index++) {
        use(utype_verdict_alternative(verdict, index));
      }
    }
    utype_list_free(list);
    utype_verdict_free(verdict);
  }
  utype_close(registry);
  printf("random: %ld calls, %zu bytes of text\n", calls, used);
}
