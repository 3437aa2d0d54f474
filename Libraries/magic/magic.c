// The interface of libmagic over the functions of libuniformtypes.

#define _GNU_SOURCE
#include "magic.h"

#include "encoding.h"
#include "internal.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <uniformtypes.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <zlib.h>

enum {
  EFFECTIVE_FLAGS = MAGIC_SYMLINK | MAGIC_COMPRESS | MAGIC_MIME | MAGIC_CONTINUE | MAGIC_PRESERVE_ATIME |
                    MAGIC_RAW | MAGIC_ERROR | MAGIC_EXTENSION | MAGIC_CHECK | MAGIC_NO_COMPRESS_FORK,
  // All flags of libmagic 5.44.
  KNOWN_FLAGS = 0x7ffffff & ~0x0800000,
  PARAMETER_COUNT = 8,
  // The types of one answer.
  MOST_TYPES = 12,
  // Callers pass the start of a file, of at least this size unless the file is shorter.
  START_SIZE = 2048
};

static const size_t usual_parameters[PARAMETER_COUNT] = {50, 50, 2048, 32768, 256, 8192, 7 << 20, 64 << 10};

// The answer and the failure of the last call of a thread.
struct state {
  pthread_t thread;
  char *answer;
  char *error;
  int error_number;
  struct state *next;
};

struct magic_set {
  // Protects the flags, the parameters and the registry.
  pthread_rwlock_t settings;
  int flags;
  size_t parameters[PARAMETER_COUNT];
  utype_registry *registry;
  // Protects the list of states, each of which only its thread uses.
  pthread_mutex_t list;
  struct state *states;
};

// ---- Texts

// A text that grows. `text` is NULL after an allocation failed.
struct text {
  char *text;
  size_t count, capacity;
  bool failed;
};

static void append_bytes(struct text *text, const char *bytes, size_t count) {
  if (text->failed) return;
  if (text->count + count + 1 > text->capacity) {
    size_t capacity = 2 * text->capacity + count + 64;
    char *larger = realloc(text->text, capacity);
    if (larger == NULL) {
      free(text->text);
      *text = (struct text){.failed = true};
      return;
    }
    text->text = larger;
    text->capacity = capacity;
  }
  memcpy(text->text + text->count, bytes, count);
  text->count += count;
  text->text[text->count] = '\0';
}

static void append(struct text *text, const char *words) { append_bytes(text, words, strlen(words)); }

// Appends a text whose unprintable characters become escapes unless the flags forbid it.
static void append_shown(struct text *text, const char *words, int flags) {
  if (flags & MAGIC_RAW) {
    append(text, words);
    return;
  }
  mbstate_t shift = {0};
  for (size_t left = strlen(words); left > 0;) {
    wchar_t character;
    size_t size = mbrtowc(&character, words, left, &shift);
    bool is_character = size != (size_t)-1 && size != (size_t)-2 && size > 0;
    if (is_character && iswprint((wint_t)character)) {
      append_bytes(text, words, size);
    } else {
      if (!is_character) {
        size = 1;
        memset(&shift, 0, sizeof shift);
      }
      for (size_t index = 0; index < size; index++) {
        char escape[5];
        snprintf(escape, sizeof escape, "\\%03o", (unsigned char)words[index]);
        append(text, escape);
      }
    }
    words += size;
    left -= size;
  }
}

// ---- Failures

// Returns the state of this thread, without an answer or a failure; NULL if memory is exhausted.
static struct state *begin(magic_t cookie) {
  pthread_t thread = pthread_self();
  pthread_mutex_lock(&cookie->list);
  struct state *state = cookie->states;
  while (state != NULL && !pthread_equal(state->thread, thread)) state = state->next;
  if (state == NULL && (state = calloc(1, sizeof *state)) != NULL) {
    state->thread = thread;
    state->next = cookie->states;
    cookie->states = state;
  }
  pthread_mutex_unlock(&cookie->list);
  if (state == NULL) return NULL;
  free(state->error);
  state->error = NULL;
  state->error_number = 0;
  return state;
}

// Records a failure, and returns -1.
__attribute__((format(printf, 3, 4))) static int fail(
  struct state *state, int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  free(state->error);
  if (vasprintf(&state->error, format, arguments) < 0) state->error = NULL;
  va_end(arguments);
  state->error_number = number;
  errno = number;
  return -1;
}

static int fail_with(struct state *state, const utype_error *error, const char *name) {
  int number = error->system_error != 0 ? error->system_error : EINVAL;
  return name == NULL ? fail(state, number, "%s", error->message)
                      : fail(state, number, "%s: %s", name, error->message);
}

const char *magic_error(magic_t cookie) {
  if (cookie == NULL) return "the handle is NULL; call magic_open";
  const char *error = NULL;
  pthread_mutex_lock(&cookie->list);
  for (struct state *state = cookie->states; state != NULL; state = state->next) {
    if (pthread_equal(state->thread, pthread_self())) error = state->error;
  }
  pthread_mutex_unlock(&cookie->list);
  return error;
}

int magic_errno(magic_t cookie) {
  if (cookie == NULL) return EINVAL;
  int number = 0;
  pthread_mutex_lock(&cookie->list);
  for (struct state *state = cookie->states; state != NULL; state = state->next) {
    if (pthread_equal(state->thread, pthread_self())) number = state->error_number;
  }
  pthread_mutex_unlock(&cookie->list);
  return number;
}

// ---- Items

// Bytes in memory, or an open file whose start is read on demand.
struct item {
  const unsigned char *bytes;
  size_t count;
  int descriptor;
  // The start that was read.
  unsigned char *start;
  size_t limit;
  bool has_path;
};

// Makes at most a number of bytes of the start available.
static void read_start(struct item *item, size_t count) {
  if (item->bytes != NULL || item->descriptor < 0) return;
  if (count > item->limit) count = item->limit;
  struct stat status;
  if (fstat(item->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (status.st_size > 0 && (size_t)status.st_size < count) count = (size_t)status.st_size;
  item->start = malloc(count + 1);
  if (item->start == NULL) return;
  while (item->count < count) {
    ssize_t read = pread(item->descriptor, item->start + item->count, count - item->count, (off_t)item->count);
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    item->count += (size_t)read;
  }
  item->bytes = item->start;
}

// Returns at most `limit` bytes of the contents of a compressed file; NULL if it is not one.
static unsigned char *decompressed(
  const char *type, const unsigned char *bytes, size_t count, size_t limit, size_t *size) {
  unsigned char *output = malloc(limit + 1);
  if (output == NULL) return NULL;
  bool is_good = false;
  if (strcmp(type, "org.gnu.gnu-zip-archive") == 0) {
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)count, .next_out = output, .avail_out = (uInt)limit};
    if (inflateInit2(&stream, 31) == Z_OK) {
      int status = inflate(&stream, Z_SYNC_FLUSH);
      is_good = status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
      *size = limit - stream.avail_out;
      inflateEnd(&stream);
    }
  } else if (strcmp(type, "public.bzip2-archive") == 0) {
    bz_stream stream = {.next_in = (char *)(uintptr_t)bytes, .avail_in = (unsigned)count, .next_out = (char *)output, .avail_out = (unsigned)limit};
    if (BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK) {
      int status = BZ2_bzDecompress(&stream);
      is_good = status == BZ_OK || status == BZ_STREAM_END;
      *size = limit - stream.avail_out;
      BZ2_bzDecompressEnd(&stream);
    }
  } else if (strcmp(type, "org.tukaani.xz-archive") == 0 || strcmp(type, "org.tukaani.lzma-archive") == 0) {
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_auto_decoder(&stream, 256 << 20, 0) == LZMA_OK) {
      stream.next_in = bytes;
      stream.avail_in = count;
      stream.next_out = output;
      stream.avail_out = limit;
      lzma_ret status = lzma_code(&stream, LZMA_RUN);
      is_good = status == LZMA_OK || status == LZMA_STREAM_END || status == LZMA_BUF_ERROR;
      *size = limit - stream.avail_out;
      lzma_end(&stream);
    }
  }
  if (is_good) return output;
  free(output);
  return NULL;
}

// ---- Answers

// A question: the settings of the handle while it is answered.
struct question {
  const utype_registry *registry;
  int flags;
  // The bytes of an item that count, and those that count for the encoding.
  size_t limit, encoding_limit;
};

static const char *mime_type_of(const char *name) { return name != NULL ? name : "application/octet-stream"; }

static void append_description(struct text *text, const struct question *question, const char *type) {
  char words[512];
  size_t size = utype_description(question->registry, type, NULL, words, sizeof words, NULL);
  append_shown(text, size > 0 ? words : type, question->flags);
}

static void append_extensions(struct text *text, const struct question *question, const char *type) {
  utype_list *tags = strncmp(type, "dyn.", 4) == 0
                       ? NULL
                       : utype_tags(question->registry, type, "public.filename-extension", NULL);
  size_t count = utype_list_count(tags);
  if (count == 0) append(text, "???");
  for (size_t index = 0; index < count; index++) {
    if (index > 0) append(text, "/");
    append(text, utype_list_item(tags, index));
  }
  utype_list_free(tags);
}

static void append_encoding(struct text *text, const struct question *question, struct item *item) {
  read_start(item, question->encoding_limit);
  size_t count = item->count < question->encoding_limit ? item->count : question->encoding_limit;
  append(text, encoding_of(item->bytes, count));
}

// The version of a PDF document, which callers compare.
static void append_version(struct text *text, const char *type, struct item *item) {
  if (strcmp(type, "com.adobe.pdf") != 0) return;
  read_start(item, 16);
  const unsigned char *start = item->count >= 8 ? memmem(item->bytes, item->count < 16 ? item->count : 16, "%PDF-", 5) : NULL;
  if (start == NULL || (size_t)(item->bytes + item->count - start) < 8) return;
  if (start[5] < '0' || start[5] > '9' || start[6] != '.' || start[7] < '0' || start[7] > '9') return;
  append(text, ", version ");
  append_bytes(text, (const char *)start + 5, 3);
}

// The answers of an item, each once.
static void append_unique(struct text *text, char *words, struct text *seen, const char *separator) {
  // The words that were appended, each between line feeds.
  struct text line = {0};
  append(&line, "\n");
  append(&line, words);
  append(&line, "\n");
  if (!line.failed && (seen->text == NULL || strstr(seen->text, line.text) == NULL)) {
    if (seen->count > 0) append(text, separator);
    append(text, words);
    append_bytes(seen, line.text, line.count);
  }
  free(line.text);
}

static void append_answer(
  struct text *text, const struct question *question, const utype_verdict *verdict, struct item *item) {
  const int flags = question->flags;
  const char *type = utype_verdict_type(verdict);
  if (flags & MAGIC_EXTENSION) {
    append_extensions(text, question, type);
    return;
  }
  if ((flags & MAGIC_MIME) == MAGIC_MIME_ENCODING) {
    append_encoding(text, question, item);
    return;
  }
  const char *types[MOST_TYPES + 2] = {type};
  const char *names[MOST_TYPES + 2] = {
    utype_verdict_basis(verdict) != UTYPE_BASIS_EMPTY ? utype_verdict_mime_type(verdict)
    : item->has_path                                  ? "inode/x-empty"
                                                      : "application/x-empty"};
  size_t count = 1;
  if (flags & MAGIC_CONTINUE) {
    size_t others = utype_verdict_alternative_count(verdict);
    for (size_t index = 0; index < others && count <= MOST_TYPES; index++) {
      types[count] = utype_verdict_alternative(verdict, index);
      names[count++] = utype_verdict_alternative_mime_type(verdict, index);
    }
    // The last one is what each file of the kind is.
    if (utype_conforms(question->registry, type, "public.data", NULL) == 1) {
      bool is_text = utype_conforms(question->registry, type, "public.text", NULL) == 1;
      types[count] = is_text ? "public.plain-text" : "public.data";
      names[count++] = is_text ? "text/plain" : NULL;
    }
  }
  const char *separator = flags & MAGIC_RAW ? "\n- " : "\\012- ";
  struct text seen = {0};
  for (size_t index = 0; index < count; index++) {
    struct text words = {0};
    if (flags & MAGIC_MIME_TYPE) {
      append(&words, mime_type_of(names[index]));
    } else {
      append_description(&words, question, types[index]);
      if (index == 0) append_version(&words, type, item);
    }
    if (words.text != NULL) append_unique(text, words.text, &seen, separator);
    text->failed |= words.failed;
    free(words.text);
  }
  text->failed |= seen.failed;
  free(seen.text);
  if ((flags & MAGIC_MIME) == MAGIC_MIME) {
    append(text, "; charset=");
    append_encoding(text, question, item);
  }
}

// Answers about the contents of a compressed file. Returns whether it is one.
static bool append_contents(
  struct text *text, const struct question *question, const utype_verdict *verdict, struct item *item) {
  read_start(item, question->limit);
  size_t size = 0;
  unsigned char *inner =
    decompressed(utype_verdict_type(verdict), item->bytes, item->count, question->limit, &size);
  if (inner == NULL) return false;
  utype_verdict *found = utype_identify_bytes(
    question->registry, inner, size, size < question->limit ? size : UTYPE_SIZE_UNKNOWN, NULL, 0, NULL);
  struct item contents = {.bytes = inner, .count = size, .descriptor = -1};
  append_answer(text, question, found, &contents);
  if ((question->flags & MAGIC_MIME) == MAGIC_MIME) {
    append(text, " compressed-encoding=");
    append(text, mime_type_of(utype_verdict_mime_type(verdict)));
    append(text, "; charset=binary");
  } else if (!(question->flags & (MAGIC_MIME | MAGIC_EXTENSION))) {
    append(text, " (");
    append_answer(text, question, verdict, item);
    append(text, ")");
  }
  utype_verdict_free(found);
  free(inner);
  return true;
}

// Keeps an answer for the thread.
static const char *keep(struct state *state, struct text *text) {
  free(state->answer);
  state->answer = text->text;
  if (text->failed || text->text == NULL) fail(state, ENOMEM, "the memory is exhausted; close other handles");
  return state->answer;
}

static const char *answer(
  struct state *state, const struct question *question, utype_verdict *verdict, struct item *item) {
  struct text text = {0};
  if (!(question->flags & MAGIC_COMPRESS) || !append_contents(&text, question, verdict, item)) {
    append_answer(&text, question, verdict, item);
  }
  utype_verdict_free(verdict);
  free(item->start);
  return keep(state, &text);
}

// Begins a question. NULL if the handle has no registry; otherwise `end` follows.
static struct state *ask(magic_t cookie, struct question *question) {
  if (cookie == NULL) {
    errno = EINVAL;
    return NULL;
  }
  struct state *state = begin(cookie);
  if (state == NULL) return NULL;
  pthread_rwlock_rdlock(&cookie->settings);
  if (cookie->registry == NULL) {
    pthread_rwlock_unlock(&cookie->settings);
    fail(state, EINVAL, "no registry is loaded; call magic_load");
    return NULL;
  }
  *question = (struct question){
    cookie->registry, cookie->flags, cookie->parameters[MAGIC_PARAM_BYTES_MAX],
    cookie->parameters[MAGIC_PARAM_ENCODING_MAX]};
  return state;
}

static const char *end(magic_t cookie, const char *answer) {
  pthread_rwlock_unlock(&cookie->settings);
  return answer;
}

const char *magic_buffer(magic_t cookie, const void *bytes, size_t count) {
  struct question question;
  struct state *state = ask(cookie, &question);
  if (state == NULL) return NULL;
  size_t least = question.limit < START_SIZE ? question.limit : START_SIZE;
  uint64_t size = count >= least && count > 0 ? UTYPE_SIZE_UNKNOWN : count;
  if (count > question.limit) count = question.limit;
  struct item item = {.bytes = bytes, .count = count, .descriptor = -1, .limit = question.limit};
  // The encoding needs no type.
  if (bytes != NULL && (question.flags & (MAGIC_MIME | MAGIC_EXTENSION | MAGIC_COMPRESS)) == MAGIC_MIME_ENCODING) {
    return end(cookie, answer(state, &question, NULL, &item));
  }
  utype_error error;
  utype_verdict *verdict = utype_identify_bytes(question.registry, bytes, count, size, NULL, 0, &error);
  if (verdict == NULL) fail_with(state, &error, NULL);
  return end(cookie, verdict == NULL ? NULL : answer(state, &question, verdict, &item));
}

// Answers for a pipe or a socket, whose bytes are read up to the limit.
static const char *answer_stream(struct state *state, const struct question *question, int descriptor) {
  unsigned char *bytes = malloc(question->limit + 1);
  if (bytes == NULL) {
    fail(state, ENOMEM, "%zu bytes: the memory is exhausted; lower MAGIC_PARAM_BYTES_MAX", question->limit);
    return NULL;
  }
  size_t count = 0;
  while (count < question->limit) {
    ssize_t received = read(descriptor, bytes + count, question->limit - count);
    if (received < 0 && errno == EINTR) continue;
    if (received < 0) {
      fail(state, errno, "descriptor %d: cannot read it (%s)", descriptor, strerror(errno));
      free(bytes);
      return NULL;
    }
    if (received == 0) break;
    count += (size_t)received;
  }
  utype_error error;
  utype_verdict *verdict = utype_identify_bytes(
    question->registry, bytes, count, count < question->limit ? count : UTYPE_SIZE_UNKNOWN, NULL, 0, &error);
  struct item item = {.bytes = bytes, .count = count, .descriptor = -1, .limit = question->limit};
  const char *result = NULL;
  if (verdict == NULL) fail_with(state, &error, NULL);
  else result = answer(state, question, verdict, &item);
  free(bytes);
  return result;
}

static const char *answer_descriptor(
  struct state *state, const struct question *question, int descriptor, const char *name) {
  struct stat status;
  if (fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))) {
    return answer_stream(state, question, descriptor);
  }
  utype_error error;
  utype_verdict *verdict = utype_identify_descriptor(question->registry, descriptor, NULL, 0, &error);
  if (verdict == NULL) {
    fail_with(state, &error, name);
    return NULL;
  }
  struct item item = {.descriptor = descriptor, .limit = question->limit, .has_path = name != NULL};
  return answer(state, question, verdict, &item);
}

const char *magic_descriptor(magic_t cookie, int descriptor) {
  struct question question;
  struct state *state = ask(cookie, &question);
  return state == NULL ? NULL : end(cookie, answer_descriptor(state, &question, descriptor, NULL));
}

// A file that cannot be opened is a failure, or an answer as of the program `file`.
static const char *cannot_open(struct state *state, const struct question *question, const char *file) {
  int number = errno;
  if (question->flags & MAGIC_ERROR) {
    fail(state, number, "cannot open `%s' (%s)", file, strerror(number));
    return NULL;
  }
  struct text text = {0};
  append(&text, "cannot open `");
  append_shown(&text, file, question->flags);
  append(&text, "' (");
  append(&text, strerror(number));
  append(&text, ")");
  return keep(state, &text);
}

static const char *answer_link(struct state *state, const struct question *question, const char *file) {
  char target[4096];
  ssize_t size = readlink(file, target, sizeof target - 1);
  if (size < 0) return cannot_open(state, question, file);
  target[size] = '\0';
  struct stat status;
  struct text text = {0};
  if (stat(file, &status) != 0) {
    if (question->flags & MAGIC_ERROR) return cannot_open(state, question, file);
    append(&text, "broken ");
  }
  append(&text, "symbolic link to ");
  append_shown(&text, target, question->flags);
  return keep(state, &text);
}

static const char *answer_path(struct state *state, const struct question *question, const char *file) {
  struct stat status;
  bool follows = question->flags & MAGIC_SYMLINK;
  if ((follows ? stat(file, &status) : lstat(file, &status)) != 0) return cannot_open(state, question, file);
  if (S_ISREG(status.st_mode)) {
    int descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return cannot_open(state, question, file);
    const char *result = answer_descriptor(state, question, descriptor, file);
    if (question->flags & MAGIC_PRESERVE_ATIME) {
      struct timespec times[2] = {status.st_atim, {.tv_nsec = UTIME_OMIT}};
      futimens(descriptor, times);
    }
    close(descriptor);
    return result;
  }
  if (S_ISLNK(status.st_mode) && !(question->flags & (MAGIC_MIME | MAGIC_EXTENSION))) {
    return answer_link(state, question, file);
  }
  utype_error error;
  utype_verdict *verdict = utype_identify_path(
    question->registry, file, UTYPE_CONTENT_ONLY | (follows ? 0 : UTYPE_NO_FOLLOW), &error);
  if (verdict == NULL) {
    fail_with(state, &error, file);
    return NULL;
  }
  struct item item = {.descriptor = -1};
  return answer(state, question, verdict, &item);
}

const char *uniformtypes_magic_file(magic_t cookie, const char *file, int more_flags) {
  struct question question;
  struct state *state = ask(cookie, &question);
  if (state == NULL) return NULL;
  question.flags |= more_flags;
  return end(cookie, answer_path(state, &question, file));
}

const char *magic_file(magic_t cookie, const char *file) {
  return file == NULL ? magic_descriptor(cookie, STDIN_FILENO) : uniformtypes_magic_file(cookie, file, 0);
}

// ---- Handles and settings

// Returns the number of the failure of flags; 0 if all are supported.
static int fault_of(int flags) {
  return flags & ~KNOWN_FLAGS ? EINVAL : flags & ~EFFECTIVE_FLAGS ? ENOSYS : 0;
}

magic_t magic_open(int flags) {
  int fault = fault_of(flags);
  magic_t cookie = fault == 0 ? calloc(1, sizeof *cookie) : NULL;
  if (cookie == NULL) {
    if (fault != 0) errno = fault;
    return NULL;
  }
  pthread_rwlock_init(&cookie->settings, NULL);
  pthread_mutex_init(&cookie->list, NULL);
  cookie->flags = flags;
  memcpy(cookie->parameters, usual_parameters, sizeof usual_parameters);
  return cookie;
}

void magic_close(magic_t cookie) {
  if (cookie == NULL) return;
  for (struct state *state = cookie->states, *next; state != NULL; state = next) {
    next = state->next;
    free(state->answer);
    free(state->error);
    free(state);
  }
  utype_close(cookie->registry);
  pthread_mutex_destroy(&cookie->list);
  pthread_rwlock_destroy(&cookie->settings);
  free(cookie);
}

int magic_getflags(magic_t cookie) {
  if (cookie == NULL) return -1;
  pthread_rwlock_rdlock(&cookie->settings);
  int flags = cookie->flags;
  pthread_rwlock_unlock(&cookie->settings);
  return flags;
}

int magic_setflags(magic_t cookie, int flags) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  int fault = fault_of(flags);
  if (fault != 0) {
    return fail(state, fault, "the flags 0x%x are not supported; leave them out", (unsigned)(flags & ~EFFECTIVE_FLAGS));
  }
  pthread_rwlock_wrlock(&cookie->settings);
  cookie->flags = flags;
  pthread_rwlock_unlock(&cookie->settings);
  return 0;
}

int magic_version(void) { return MAGIC_VERSION; }

int magic_setparam(magic_t cookie, int parameter, const void *value) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  if (parameter < 0 || parameter >= PARAMETER_COUNT || value == NULL) {
    return fail(state, EINVAL, "there is no parameter %d; use a constant MAGIC_PARAM", parameter);
  }
  size_t number;
  memcpy(&number, value, sizeof number);
  if (number > (1u << 30)) return fail(state, EINVAL, "parameter %d is at most %u", parameter, 1u << 30);
  pthread_rwlock_wrlock(&cookie->settings);
  cookie->parameters[parameter] = number;
  pthread_rwlock_unlock(&cookie->settings);
  return 0;
}

int magic_getparam(magic_t cookie, int parameter, void *value) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  if (parameter < 0 || parameter >= PARAMETER_COUNT || value == NULL) {
    return fail(state, EINVAL, "there is no parameter %d; use a constant MAGIC_PARAM", parameter);
  }
  pthread_rwlock_rdlock(&cookie->settings);
  memcpy(value, &cookie->parameters[parameter], sizeof cookie->parameters[parameter]);
  pthread_rwlock_unlock(&cookie->settings);
  return 0;
}

// ---- Registries

const char *magic_getpath(const char *file, int action) {
  (void)action;
  const char *name = file != NULL ? file : getenv("MAGIC");
  return name != NULL ? name : "";
}

// Opens the registry of a name. NULL after a failure, which the state has.
static utype_registry *opened(struct state *state, const char *file) {
  const char *name = magic_getpath(file, 0);
  utype_error error;
  utype_registry *registry =
    *name == '\0' && file == NULL ? utype_open_embedded(&error) : utype_open_image(name, &error);
  if (registry == NULL) {
    int number = error.system_error != 0 ? error.system_error : EINVAL;
    fail(state, number, "%s; name a registry that `uti compile` wrote", error.message);
  }
  return registry;
}

static int take(magic_t cookie, utype_registry *registry) {
  if (registry == NULL) return -1;
  pthread_rwlock_wrlock(&cookie->settings);
  utype_registry *former = cookie->registry;
  cookie->registry = registry;
  pthread_rwlock_unlock(&cookie->settings);
  utype_close(former);
  return 0;
}

int magic_load(magic_t cookie, const char *file) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  return state == NULL ? -1 : take(cookie, opened(state, file));
}

int magic_load_buffers(magic_t cookie, void **buffers, size_t *sizes, size_t count) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  if (count != 1 || buffers == NULL || sizes == NULL) {
    return fail(state, EINVAL, "one registry is loaded at a time; pass one buffer");
  }
  int descriptor = memfd_create("registry", MFD_CLOEXEC);
  if (descriptor < 0) return fail(state, errno, "memory for the registry: %s", strerror(errno));
  for (size_t done = 0; done < sizes[0];) {
    ssize_t written = write(descriptor, (const char *)buffers[0] + done, sizes[0] - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    done += (size_t)written;
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  int status = take(cookie, opened(state, name));
  close(descriptor);
  return status;
}

int magic_check(magic_t cookie, const char *file) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  utype_registry *registry = opened(state, file);
  utype_close(registry);
  return registry == NULL ? -1 : 0;
}

int magic_compile(magic_t cookie, const char *file) {
  (void)file;
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  return state == NULL ? -1 : fail(state, ENOSYS, "signatures of libmagic are not compiled; compile declarations with `uti compile`");
}

int magic_list(magic_t cookie, const char *file) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  utype_registry *registry = opened(state, file);
  if (registry == NULL) return -1;
  utype_error error;
  utype_list *types = utype_subtypes(registry, "public.data", UTYPE_ALL, &error);
  if (types == NULL) {
    utype_close(registry);
    return fail_with(state, &error, NULL);
  }
  for (size_t index = 0; index < utype_list_count(types); index++) {
    const char *type = utype_list_item(types, index);
    printf("%s\t%s\n", type, mime_type_of(utype_mime_type(registry, type, NULL)));
  }
  utype_list_free(types);
  utype_close(registry);
  return fflush(stdout) == 0 ? 0 : fail(state, errno, "standard output: %s", strerror(errno));
}
