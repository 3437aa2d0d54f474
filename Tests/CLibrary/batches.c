// Columns of the Arrow C data interface, made by hand.

#include <stdbool.h>
#include <stdint.h>
#include <uniformtypes.h>

#include "check.h"

static void released_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void released_array(struct ArrowArray *array) { array->release = NULL; }

struct column {
  struct ArrowSchema schema;
  struct ArrowArray array;
  const void *buffers[4];
};

// A column that owns nothing.
static void make(struct column *column, const char *format, int64_t length, int64_t offset,
                 const void *validity, const void *offsets, const void *data) {
  memset(column, 0, sizeof *column);
  column->schema = (struct ArrowSchema){.format = format, .release = released_schema};
  column->buffers[0] = validity;
  column->buffers[1] = offsets;
  column->buffers[2] = data;
  column->array = (struct ArrowArray){
    .length = length, .offset = offset, .null_count = -1, .n_buffers = 3,
    .buffers = column->buffers, .release = released_array};
}

// The text of a row of a result; NULL if the row is null.
static const char *row(const struct ArrowArray *array, int64_t index, char *text) {
  const uint8_t *validity = array->buffers[0];
  if (validity != NULL && !(validity[index >> 3] >> (index & 7) & 1)) return NULL;
  const struct ArrowArray *texts = array->dictionary;
  const int32_t place = ((const int32_t *)array->buffers[1])[index];
  CHECK(place >= 0 && place < texts->length);
  const int32_t *offsets = texts->buffers[1];
  const size_t size = (size_t)(offsets[place + 1] - offsets[place]);
  memcpy(text, (const char *)texts->buffers[2] + offsets[place], size);
  text[size] = 0;
  return text;
}

static void release(struct ArrowSchema *schema, struct ArrowArray *array) {
  schema->release(schema);
  array->release(array);
  CHECK(schema->release == NULL && array->release == NULL);
}

static void check_names(const utype_registry *registry) {
  const char data[] = "a.pngb.jpgc.unknown-extensiond.png";
  const int32_t offsets[] = {0, 5, 10, 29, 34};
  const uint8_t validity = 0x0F & ~0x02;
  struct column names;
  struct ArrowSchema schema;
  struct ArrowArray result;
  char text[128];

  make(&names, "u", 4, 0, NULL, offsets, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_IDENTIFIER, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK_TEXT(schema.format, "i");
  CHECK_TEXT(schema.dictionary->format, "u");
  CHECK(result.length == 4 && result.null_count == 1 && result.dictionary->length == 2);
  CHECK_TEXT(row(&result, 0, text), "public.png");
  CHECK_TEXT(row(&result, 1, text), "public.jpeg");
  CHECK(row(&result, 2, text) == NULL);
  CHECK_TEXT(row(&result, 3, text), "public.png");
  release(&schema, &result);

  // A part of a column with nulls.
  make(&names, "z", 3, 1, &validity, offsets, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK(result.length == 3 && result.null_count == 2);
  CHECK(row(&result, 0, text) == NULL);
  CHECK_TEXT(row(&result, 2, text), "image/png");
  release(&schema, &result);

  const int64_t long_offsets[] = {0, 5, 10};
  make(&names, "U", 2, 0, NULL, long_offsets, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK_TEXT(row(&result, 1, text), "image/jpeg");
  release(&schema, &result);

  // Views: a short text in place, and a long one in a buffer.
  const char long_name[] = "a name of many characters.jpg";
  struct { int32_t size; char text[12]; } first = {5, "a.png"};
  struct { int32_t size; char start[4]; int32_t buffer, offset; } second = {
    sizeof long_name - 1, {'a', ' ', 'n', 'a'}, 0, 0};
  char views[32];
  memcpy(views, &first, 16);
  memcpy(views + 16, &second, 16);
  const int64_t sizes[] = {sizeof long_name - 1};
  make(&names, "vu", 2, 0, NULL, views, long_name);
  names.buffers[3] = sizes;
  names.array.n_buffers = 4;
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK_TEXT(row(&result, 0, text), "image/png");
  CHECK_TEXT(row(&result, 1, text), "image/jpeg");
  release(&schema, &result);

  // Texts of one size, of which the second is null, from the second row on.
  make(&names, "w:5", 3, 1, &validity, "b.jpga.pngb.jpga.png", NULL);
  names.array.n_buffers = 2;
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK(row(&result, 0, text) == NULL);
  CHECK_TEXT(row(&result, 1, text), "image/jpeg");
  CHECK_TEXT(row(&result, 2, text), "image/png");
  release(&schema, &result);

  // Nulls have no buffers.
  make(&names, "n", 3, 0, NULL, NULL, NULL);
  names.array.n_buffers = 0;
  names.array.buffers = NULL;
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK(result.length == 3 && result.null_count == 3 && row(&result, 2, text) == NULL);
  release(&schema, &result);

  make(&names, "u", 0, 0, NULL, NULL, NULL);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, UTYPE_COLUMN_MIME_TYPE, &schema,
                          &result, NULL) == UTYPE_OK);
  CHECK(result.length == 0);
  release(&schema, &result);
}

static void check_bytes(const utype_registry *registry) {
  const char data[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR{\"a\": [1{\"a\": [1]}a\n";
  const int32_t offsets[] = {0, 16, 24, 34, 36};
  const char name_data[] = "a.ts";
  const int32_t name_offsets[] = {0, 0, 0, 0, 4};
  const uint8_t validity = 0x08;
  struct column bytes, names;
  struct ArrowSchema schema;
  struct ArrowArray result;
  char text[128];

  make(&bytes, "z", 4, 0, NULL, offsets, data);
  make(&names, "u", 4, 0, &validity, name_offsets, name_data);
  CHECK(utype_batch_bytes(registry, &bytes.schema, &bytes.array, NULL, NULL, SIZE_MAX,
                          UTYPE_COLUMN_MIME_TYPE, &schema, &result, NULL) == UTYPE_OK);
  CHECK_TEXT(row(&result, 0, text), "image/png");
  CHECK_TEXT(row(&result, 1, text), "text/plain");
  CHECK_TEXT(row(&result, 2, text), "application/json");
  release(&schema, &result);
  // The second row has eight bytes, so that it may be the start of JSON.
  CHECK(utype_batch_bytes(registry, &bytes.schema, &bytes.array, &names.schema, &names.array, 8,
                          UTYPE_COLUMN_MIME_TYPE, &schema, &result, NULL) == UTYPE_OK);
  CHECK_TEXT(row(&result, 1, text), "application/json");
  utype_verdict *verdict = utype_identify_bytes(registry, "a\n", 2, 2, "a.ts", UTYPE_TERMINATED, NULL);
  CHECK_TEXT(row(&result, 3, text), utype_verdict_mime_type(verdict));
  utype_verdict_free(verdict);
  release(&schema, &result);
}

static void check_failures(const utype_registry *registry) {
  const char data[] = "a.png";
  const int32_t offsets[] = {0, 5}, backward[] = {5, 0}, negative[] = {-1, 5};
  struct column names;
  struct ArrowSchema schema;
  struct ArrowArray result;
  utype_error error;
  const utype_column column = UTYPE_COLUMN_IDENTIFIER;

  make(&names, "u", 1, 0, NULL, offsets, data);
  CHECK(utype_batch_names(NULL, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_batch_names(registry, NULL, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_batch_names(registry, &names.schema, NULL, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, NULL, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, (utype_column)9, &schema, &result,
                          &error) == UTYPE_INVALID_ARGUMENT);
  names.schema.format = "i";
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  CHECK(strstr(error.message, "pass a column of") != NULL);
  make(&names, "u", -1, 0, NULL, offsets, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  make(&names, "u", 1, 0, NULL, backward, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  make(&names, "u", 1, 0, NULL, negative, data);
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  make(&names, "u", 1, 0, NULL, offsets, data);
  names.array.release = NULL;
  CHECK(utype_batch_names(registry, &names.schema, &names.array, column, &schema, &result, &error)
        == UTYPE_INVALID_ARGUMENT);
  struct column other;
  make(&names, "u", 1, 0, NULL, offsets, data);
  make(&other, "u", 0, 0, NULL, NULL, NULL);
  CHECK(utype_batch_bytes(registry, &names.schema, &names.array, &other.schema, &other.array, SIZE_MAX,
                          column, &schema, &result, &error) == UTYPE_INVALID_ARGUMENT);
}

int main(void) {
  utype_registry *registry = utype_open_embedded(NULL);
  CHECK(registry != NULL);
  check_names(registry);
  check_bytes(registry);
  check_failures(registry);
  utype_close(registry);
  puts("batches: all checks hold");
}
