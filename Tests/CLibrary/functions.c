// Each function of uniformtypes.h, with valid and with invalid arguments.
//
// functions DIRECTORY IMAGE: a directory with a declaration of com.example.note, with the extension
// "note", and the registry that `uti compile` makes of it.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <uniformtypes.h>

#include "check.h"

#define T UTYPE_TERMINATED

static const unsigned char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

static void check_opening(const char *directory, const char *image) {
  utype_error error;
  CHECK_TEXT(utype_version(), "0.1.0");

  utype_registry *opened = utype_open_directory(directory, &error);
  if (opened == NULL) {
    CHECK(error.status == UTYPE_UNSUPPORTED);
  } else {
    CHECK_TEXT(utype_for_name(opened, "a.note", T, NULL), "com.example.note");
    utype_close(opened);
    CHECK(utype_open_directory("/nonexistent", &error) == NULL);
    CHECK(error.status == UTYPE_SYSTEM_ERROR && error.system_error != 0);
    CHECK(strstr(error.message, "/nonexistent") != NULL);
  }
  CHECK(utype_open_directory(NULL, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT || error.status == UTYPE_UNSUPPORTED);

  opened = utype_open_system(&error);
  if (opened == NULL) {
    CHECK(error.status == UTYPE_UNSUPPORTED);
  } else {
    CHECK_TEXT(utype_for_name(opened, "a.png", T, NULL), "public.png");
    utype_close(opened);
  }

  opened = utype_open_image(image, &error);
  CHECK(opened != NULL);
  CHECK_TEXT(utype_for_name(opened, "a.note", T, NULL), "com.example.note");
  CHECK(utype_conforms(opened, "com.example.note", "public.text", NULL) == 1);
  CHECK_TEXT(utype_for_name(opened, "a.png", T, NULL), "public.png");
  utype_close(opened);
  CHECK(utype_open_image("/nonexistent", &error) == NULL);
  CHECK(error.status == UTYPE_SYSTEM_ERROR && error.system_error == 2);
  CHECK(utype_open_image("/", &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_open_image("/proc/self/exe", &error) == NULL);
  CHECK(error.status == UTYPE_BAD_DECLARATIONS);
  CHECK(utype_open_image(NULL, NULL) == NULL);
  utype_close(NULL);
}

static void check_looking_up(const utype_registry *registry) {
  utype_error error;
  CHECK_TEXT(utype_for_name(registry, "a.png", T, NULL), "public.png");
  CHECK_TEXT(utype_for_name(registry, "folder/a.PNG.xyz", 12, NULL), "public.png");
  CHECK_TEXT(utype_for_name(registry, "Makefile", T, NULL), "public.make-source");
  CHECK(utype_for_name(registry, "a.png", T, NULL) == utype_for_name(registry, "b.png", T, NULL));
  CHECK(utype_for_name(registry, "a.unknown-extension", T, &error) == NULL);
  CHECK(error.status == UTYPE_NOT_FOUND && error.message[0] != 0);
  // Names are bytes: the extension counts, whatever the bytes before it are.
  CHECK_TEXT(utype_for_name(registry, "\xff\xfe.png", T, NULL), "public.png");
  CHECK_TEXT(utype_for_name(registry, "a\0b.png", 7, NULL), "public.png");
  CHECK(utype_for_name(registry, "", 0, &error) == NULL && error.status == UTYPE_NOT_FOUND);
  CHECK(utype_for_name(registry, NULL, 0, &error) == NULL && error.status == UTYPE_NOT_FOUND);
  CHECK(utype_for_name(registry, NULL, 1, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_for_name(registry, NULL, T, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_for_name(registry, "a", SIZE_MAX - 1, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_for_name(NULL, "a.png", T, &error) == NULL && error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_for_name(NULL, "a.png", T, NULL) == NULL);

  CHECK_TEXT(utype_for_identifier(registry, "PUBLIC.png", NULL), "public.png");
  CHECK(utype_for_identifier(registry, "com.example.none", &error) == NULL);
  CHECK(error.status == UTYPE_NOT_FOUND);
  CHECK(utype_for_identifier(registry, NULL, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  CHECK_TEXT(utype_for_extension(registry, "jpg", T, NULL), "public.jpeg");
  CHECK_TEXT(utype_for_extension(registry, "pngx", 3, NULL), "public.png");
  CHECK(utype_for_extension(registry, "\xff", 1, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_TEXT);
  CHECK(utype_for_extension(registry, "a.b", T, &error) == NULL && error.status == UTYPE_INVALID_TEXT);
  CHECK(utype_for_extension(registry, "unknown-extension", T, &error) == NULL);
  CHECK(error.status == UTYPE_NOT_FOUND);

  CHECK_TEXT(utype_for_mime_type(registry, "image/PNG", T, NULL), "public.png");
  CHECK(utype_for_mime_type(registry, "x/nothing", T, &error) == NULL);
  CHECK(error.status == UTYPE_NOT_FOUND);
  CHECK(utype_for_mime_type(registry, "", T, &error) == NULL && error.status == UTYPE_INVALID_TEXT);

  utype_list *list = utype_for_tag(registry, UTYPE_FILENAME_EXTENSION, "ts", T, NULL);
  CHECK(utype_list_count(list) >= 2);
  CHECK(utype_list_item(list, utype_list_count(list)) == NULL);
  CHECK(utype_list_item(list, SIZE_MAX) == NULL);
  utype_list_free(list);
  list = utype_for_tag(registry, UTYPE_FILENAME_EXTENSION, "unknown-extension", T, NULL);
  CHECK(list != NULL && utype_list_count(list) == 0);
  utype_list_free(list);
  CHECK(utype_for_tag(registry, NULL, "ts", T, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_list_count(NULL) == 0 && utype_list_item(NULL, 0) == NULL);
  utype_list_free(NULL);
}

static bool has(const utype_list *list, const char *text) {
  for (size_t index = 0; index < utype_list_count(list); index++) {
    if (strcmp(utype_list_item(list, index), text) == 0) return true;
  }
  return false;
}

static void check_properties(const utype_registry *registry) {
  utype_error error;
  CHECK(utype_conforms(registry, "public.png", "public.data", NULL) == 1);
  CHECK(utype_conforms(registry, "Public.PNG", "public.png", NULL) == 1);
  CHECK(utype_conforms(registry, "public.png", "public.text", NULL) == 0);
  CHECK(utype_conforms(registry, "public.png", "com.example.none", &error) == -1);
  CHECK(error.status == UTYPE_NOT_FOUND && strstr(error.message, "com.example.none") != NULL);
  CHECK(utype_conforms(registry, "public.\xff", "public.data", &error) == -1);
  CHECK(utype_conforms(registry, NULL, "public.data", &error) == -1);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  utype_list *list = utype_supertypes(registry, "public.png", UTYPE_DIRECT, NULL);
  CHECK(has(list, "public.image") && !has(list, "public.data"));
  utype_list_free(list);
  list = utype_supertypes(registry, "public.png", UTYPE_ALL, NULL);
  CHECK_TEXT(utype_list_item(list, 0), "public.image");
  CHECK(has(list, "public.data") && !has(list, "public.png"));
  utype_list_free(list);
  list = utype_subtypes(registry, "public.image", UTYPE_ALL, NULL);
  CHECK(has(list, "public.png") && !has(list, "public.image"));
  utype_list_free(list);
  CHECK(utype_subtypes(registry, "public.image", (utype_reach)7, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  list = utype_tags(registry, "public.jpeg", UTYPE_FILENAME_EXTENSION, NULL);
  CHECK(has(list, "jpg") && has(list, "jpeg"));
  utype_list_free(list);
  CHECK_TEXT(utype_mime_type(registry, "public.png", NULL), "image/png");
  CHECK_TEXT(utype_extension(registry, "public.png", NULL), "png");
  CHECK(utype_extension(registry, "public.data", &error) == NULL && error.status == UTYPE_NOT_FOUND);

  char text[64];
  size_t size = utype_description(registry, "public.png", NULL, text, sizeof text, NULL);
  CHECK(size == strlen(text) && size > 3);
  // A smaller buffer gets the start of the text, with a NUL.
  char start[4] = {1, 1, 1, 1};
  CHECK(utype_description(registry, "public.png", NULL, start, sizeof start, NULL) == size);
  CHECK(strncmp(start, text, 3) == 0 && start[3] == 0);
  CHECK(utype_description(registry, "public.png", "de_AT.UTF-8", NULL, 0, NULL) > 0);
  CHECK(utype_description(registry, "public.png", "no such language", NULL, 0, NULL) == size);
  CHECK(utype_description(registry, "public.png", NULL, NULL, 1, &error) == 0);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  size = utype_dynamic_identifier(
    registry, UTYPE_FILENAME_EXTENSION, "xyz-own", T, "public.data", text, sizeof text, NULL);
  CHECK(size == strlen(text) && strncmp(text, "dyn.a", 5) == 0);
  CHECK(utype_is_dynamic(registry, text, NULL) == 1);
  CHECK(utype_is_dynamic(registry, "public.png", NULL) == 0);
  CHECK(utype_is_dynamic(registry, "dyn.a!", NULL) == 0);
  CHECK(utype_conforms(registry, text, "public.data", NULL) == 1);
  list = utype_tags(registry, text, UTYPE_FILENAME_EXTENSION, NULL);
  CHECK(utype_list_count(list) == 1);
  CHECK_TEXT(utype_list_item(list, 0), "xyz-own");
  utype_list_free(list);
  CHECK(utype_dynamic_identifier(
          registry, UTYPE_FILENAME_EXTENSION, "a.b", T, NULL, text, sizeof text, &error) == 0);
  CHECK(error.status == UTYPE_INVALID_TEXT);
}

static void check_identifying(const utype_registry *registry) {
  utype_error error;
  const size_t count = sizeof picture - 1;
  utype_verdict *verdict = utype_identify_bytes(registry, picture, count, count, NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  CHECK_TEXT(utype_verdict_mime_type(verdict), "image/png");
  CHECK(utype_verdict_confidence(verdict) >= UTYPE_LIKELY);
  CHECK(utype_verdict_basis(verdict) == UTYPE_BASIS_CONTENT);
  CHECK(utype_verdict_reason_count(verdict) > 0);
  CHECK(strstr(utype_verdict_reason(verdict, 0), "magic") != NULL);
  CHECK(utype_verdict_reason(verdict, 1000) == NULL);
  utype_verdict_free(verdict);

  // The end of a text decides whether it is JSON.
  const char *text = "{\"name\": [1, 2, 3]}", *cut = "{\"name\": [1, 2";
  verdict = utype_identify_bytes(registry, text, strlen(text), strlen(text), NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_mime_type(verdict), "application/json");
  utype_verdict_free(verdict);
  verdict = utype_identify_bytes(registry, cut, strlen(cut), strlen(cut), NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_mime_type(verdict), "text/plain");
  utype_verdict_free(verdict);
  verdict = utype_identify_bytes(registry, cut, strlen(cut), UTYPE_SIZE_UNKNOWN, NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_mime_type(verdict), "application/json");
  utype_verdict_free(verdict);
  verdict = utype_identify_bytes(registry, cut, strlen(cut), 1000, NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_mime_type(verdict), "application/json");
  utype_verdict_free(verdict);

  verdict = utype_identify_bytes(registry, "a\n", 2, 2, "a.ts", T, NULL);
  CHECK(utype_verdict_alternative_count(verdict) > 0);
  CHECK(utype_verdict_alternative(verdict, 0) != NULL);
  CHECK(utype_verdict_alternative_mime_type(verdict, 0) != NULL);
  CHECK(utype_verdict_alternative(verdict, 1000) == NULL);
  CHECK(utype_verdict_alternative_basis(verdict, 0) == UTYPE_BASIS_NAME);
  CHECK(utype_verdict_alternative_basis(verdict, 1000) == UTYPE_BASIS_NONE);
  CHECK_TEXT(utype_verdict_encoding(verdict), "us-ascii");
  utype_disagreement disagreement = {0};
  CHECK(utype_verdict_disagreement(verdict, &disagreement) == 0 && disagreement.reason == NULL);
  CHECK(utype_verdict_disagreement(NULL, &disagreement) == 0 && utype_verdict_encoding(NULL) == NULL);
  utype_verdict_free(verdict);
  verdict = utype_identify_bytes(registry, "%PDF-1.7\n", 9, 9, "a.png", T, NULL);
  CHECK(utype_verdict_disagreement(verdict, NULL) == 0);
  CHECK(utype_verdict_disagreement(verdict, &disagreement) == 1);
  CHECK_TEXT(disagreement.name_type, "public.png");
  CHECK_TEXT(disagreement.content_type, "com.adobe.pdf");
  CHECK(disagreement.winner == UTYPE_BASIS_CONTENT && disagreement.margin > 0 && disagreement.reason[0] != 0);
  utype_verdict_free(verdict);
  // A page after the signature of a picture.
  const char *page = "\x89PNG\r\n\x1a\n<!DOCTYPE html><html><script>";
  verdict = utype_identify_upload_bytes(registry, page, strlen(page), UTYPE_SIZE_UNKNOWN, "a.png", T, NULL);
  CHECK(utype_verdict_conforms(verdict, "public.image", UTYPE_SUPPORT_SIGN) == 0);
  utype_verdict_free(verdict);
  verdict = utype_identify_upload_bytes(registry, "a\n", 2, 2, "a.ts", T, NULL);
  CHECK(utype_verdict_confidence(verdict) == UTYPE_GUESS);
  utype_verdict_free(verdict);
  CHECK(utype_identify_upload_bytes(registry, NULL, 1, 1, "a", T, &error) == NULL);
  CHECK(utype_identify_upload_descriptor(registry, -1, "a.png", T, &error) == NULL);
  verdict = utype_identify_bytes(registry, NULL, 0, 0, NULL, 0, NULL);
  CHECK(utype_verdict_basis(verdict) == UTYPE_BASIS_EMPTY);
  utype_verdict_free(verdict);
  verdict = utype_identify_bytes(registry, "\1\2\3\0", 4, 4, "a.unknown-extension", T, NULL);
  CHECK(utype_is_dynamic(registry, utype_verdict_type(verdict), NULL) == 1);
  utype_verdict_free(verdict);
  CHECK(utype_identify_bytes(registry, NULL, 1, 1, NULL, 0, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_identify_bytes(registry, "ab", 2, 1, NULL, 0, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  // A name of bytes that are not UTF-8.
  char path[] = "/tmp/uniformtypes-\xff-XXXXXX.png";
  int descriptor = mkstemps(path, 4);
  CHECK(descriptor >= 0);
  CHECK(write(descriptor, picture, count) == (ssize_t)count);
  verdict = utype_identify_path(registry, path, 0, NULL);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  utype_verdict_free(verdict);
  verdict = utype_identify_path(registry, path, UTYPE_CONTENT_ONLY, NULL);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  utype_verdict_free(verdict);
  // An attribute decides, unless only the bytes count. Some file systems have none.
  if (fsetxattr(descriptor, "user.mime_type", "image/gif", 9, 0) == 0) {
    verdict = utype_identify_path(registry, path, 0, NULL);
    CHECK_TEXT(utype_verdict_type(verdict), "com.compuserve.gif");
    utype_verdict_free(verdict);
    verdict = utype_identify_path(registry, path, UTYPE_CONTENT_ONLY, NULL);
    CHECK_TEXT(utype_verdict_type(verdict), "public.png");
    utype_verdict_free(verdict);
    verdict = utype_identify_descriptor(registry, descriptor, NULL, 0, NULL);
    CHECK_TEXT(utype_verdict_type(verdict), "public.png");
    utype_verdict_free(verdict);
    CHECK(fremovexattr(descriptor, "user.mime_type") == 0);
  }
  lseek(descriptor, 5, SEEK_SET);
  verdict = utype_identify_descriptor(registry, descriptor, NULL, 0, NULL);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  CHECK(lseek(descriptor, 0, SEEK_CUR) == 5);
  utype_verdict_free(verdict);
  close(descriptor);
  CHECK(utype_identify_descriptor(registry, descriptor, NULL, 0, &error) == NULL);
  CHECK(error.status == UTYPE_SYSTEM_ERROR && error.system_error != 0);
  descriptor = open(path, O_WRONLY);
  CHECK(utype_identify_descriptor(registry, descriptor, "a.png", T, &error) == NULL);
  CHECK(error.status == UTYPE_SYSTEM_ERROR);
  close(descriptor);
  unlink(path);
  int ends[2];
  CHECK(pipe(ends) == 0);
  verdict = utype_identify_descriptor(registry, ends[0], NULL, 0, NULL);
  CHECK(utype_verdict_basis(verdict) == UTYPE_BASIS_KIND);
  utype_verdict_free(verdict);
  close(ends[0]);
  close(ends[1]);

  CHECK(utype_identify_path(registry, path, 0, &error) == NULL);
  CHECK(error.status == UTYPE_SYSTEM_ERROR && error.system_error == 2);
  verdict = utype_identify_path(registry, "/nonexistent/a.png", UTYPE_NAME_ONLY, NULL);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  utype_verdict_free(verdict);
  CHECK(utype_identify_path(registry, "/", 3, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_identify_path(registry, "/", 64, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);
  CHECK(utype_identify_path(registry, NULL, 0, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_ARGUMENT);

  CHECK(utype_verdict_type(NULL) == NULL && utype_verdict_reason_count(NULL) == 0);
  CHECK(utype_verdict_confidence(NULL) == UTYPE_GUESS);
  CHECK_TEXT(utype_confidence_name(UTYPE_CERTAIN), "certain");
  CHECK_TEXT(utype_basis_name(UTYPE_BASIS_ROOT_ELEMENT), "root-element");
  CHECK(utype_basis_name((utype_basis)99) == NULL);
  CHECK(utype_confidence_name((utype_confidence)99) == NULL);
  utype_verdict_free(NULL);
}

// A verdict and a list outlive their registry.
static void check_ownership(void) {
  utype_registry *registry = utype_open_embedded(NULL);
  utype_verdict *verdict =
    utype_identify_bytes(registry, picture, sizeof picture - 1, sizeof picture - 1, NULL, 0, NULL);
  utype_list *list = utype_supertypes(registry, "public.png", UTYPE_ALL, NULL);
  utype_close(registry);
  CHECK_TEXT(utype_verdict_type(verdict), "public.png");
  CHECK_TEXT(utype_verdict_mime_type(verdict), "image/png");
  CHECK_TEXT(utype_list_item(list, 0), "public.image");
  // A handle of another kind is refused.
  utype_error error;
  CHECK(utype_for_name((utype_registry *)verdict, "a.png", T, &error) == NULL);
  CHECK(error.status == UTYPE_INVALID_HANDLE);
  CHECK(utype_verdict_type((utype_verdict *)list) == NULL);
  utype_close((utype_registry *)verdict);
  utype_verdict_free(verdict);
  utype_list_free(list);
}

// In debug builds a freed handle is an error.
static void check_freed_handles(void) {
  utype_error error;
  utype_registry *registry = utype_open_embedded(NULL);
  utype_verdict *verdict = utype_identify_bytes(registry, "a", 1, 1, NULL, 0, NULL);
  utype_list *list = utype_supertypes(registry, "public.png", UTYPE_ALL, NULL);
  utype_close(registry);
  utype_verdict_free(verdict);
  utype_list_free(list);
  CHECK(utype_for_name(registry, "a.png", T, &error) == NULL && error.status == UTYPE_INVALID_HANDLE);
  CHECK(utype_verdict_type(verdict) == NULL);
  CHECK(utype_list_count(list) == 0);
  utype_close(registry);
  utype_verdict_free(verdict);
  utype_list_free(list);
}

static void *ask(void *registry) {
  for (int round = 0; round < 2000; round++) {
    CHECK_TEXT(utype_for_name(registry, "a.png", T, NULL), "public.png");
    CHECK(utype_conforms(registry, "public.jpeg", "public.image", NULL) == 1);
    CHECK_TEXT(utype_mime_type(registry, "public.jpeg", NULL), "image/jpeg");
    utype_verdict *verdict =
      utype_identify_bytes(registry, picture, sizeof picture - 1, sizeof picture - 1, "a.png", T, NULL);
    CHECK_TEXT(utype_verdict_type(verdict), "public.png");
    CHECK_TEXT(utype_verdict_mime_type(verdict), "image/png");
    CHECK(utype_verdict_reason_count(verdict) > 0);
    utype_verdict_free(verdict);
  }
  return NULL;
}

struct shared { utype_registry *registry; utype_verdict *verdict; };

static void *read_verdict(void *argument) {
  struct shared *shared = argument;
  CHECK_TEXT(utype_verdict_mime_type(shared->verdict), "image/png");
  CHECK(utype_verdict_reason(shared->verdict, 0) != NULL);
  CHECK(utype_verdict_alternative_count(shared->verdict) < 10);
  return ask(shared->registry);
}

// 16 threads use one registry and one verdict.
static void check_threads(void) {
  enum { count = 16 };
  struct shared shared = {utype_open_embedded(NULL), NULL};
  shared.verdict = utype_identify_bytes(
    shared.registry, picture, sizeof picture - 1, sizeof picture - 1, NULL, 0, NULL);
  pthread_t threads[count];
  for (int index = 0; index < count; index++) {
    CHECK(pthread_create(&threads[index], NULL, read_verdict, &shared) == 0);
  }
  for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
  utype_verdict_free(shared.verdict);
  utype_close(shared.registry);
}

int main(int count, char **words) {
  if (count < 3) return fprintf(stderr, "usage: functions DIRECTORY IMAGE [debug]\n"), 64;
  check_opening(words[1], words[2]);
  utype_error error;
  utype_registry *registry = utype_open_embedded(&error);
  CHECK(registry != NULL);
  check_looking_up(registry);
  check_properties(registry);
  check_identifying(registry);
  utype_close(registry);
  check_ownership();
  check_threads();
  if (count > 3) check_freed_handles();
  puts("functions: all checks hold");
}
