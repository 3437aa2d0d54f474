// The interface of libmagic over the functions of libuniformtypes.

#define _GNU_SOURCE
#include "magic.h"

#include "encoding.h"
#include "internal.h"
#include "item.h"
#include "names.h"
#include "words.h"

#include <bzlib.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <lzma.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <uniformtypes.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <zlib.h>

enum {
  // All flags of libmagic 5.46.
  KNOWN_FLAGS = 0x7ffffff,
  PARAMETER_COUNT = 10,
  // The types of one answer.
  MOST_TYPES = 12,
  // Callers pass the start of a file, of at least this size unless the file is shorter.
  START_SIZE = 2048,
  USUAL_BYTES = 7 << 20
};

static const size_t usual_parameters[PARAMETER_COUNT] = {50, 100, 2048, 32768, 256, 8192, USUAL_BYTES, 64 << 10, 128 << 20, 64};

// The answer and the failure of the last call of a thread for a handle. The thread owns it: only this thread reads
// it and frees it. A handle that is closed takes its texts, and leaves it without a handle.
struct state {
  _Atomic(struct magic_set *) cookie;
  char *answer;
  char *error;
  int error_number;
  struct state *next_of_thread;
  struct state *next_of_handle, **place_in_handle;
};

struct magic_set {
  // Protects the flags, the parameters and the registry.
  pthread_rwlock_t settings;
  int flags;
  bool has_registered_names;
  size_t parameters[PARAMETER_COUNT];
  utype_registry *registry;
  struct state *states;
};

// ---- Texts

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

// Protects the lists of states of all handles.
static pthread_mutex_t states_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t states_once = PTHREAD_ONCE_INIT;
static pthread_key_t states_key;
static bool has_states_key;
static __thread struct state *thread_states;

// Takes a state out of its handle. The lock is held.
static void leave_handle(struct state *state) {
  *state->place_in_handle = state->next_of_handle;
  if (state->next_of_handle != NULL) state->next_of_handle->place_in_handle = state->place_in_handle;
}

static void free_states_of_thread(void *unused) {
  (void)unused;
  pthread_mutex_lock(&states_lock);
  for (struct state *state = thread_states, *next; state != NULL; state = next) {
    next = state->next_of_thread;
    if (atomic_load(&state->cookie) != NULL) leave_handle(state);
    free(state->answer);
    free(state->error);
    free(state);
  }
  thread_states = NULL;
  pthread_mutex_unlock(&states_lock);
}

static void lock_states(void) { pthread_mutex_lock(&states_lock); }

static void unlock_states(void) { pthread_mutex_unlock(&states_lock); }

static void prepare_states(void) {
  has_states_key = pthread_key_create(&states_key, free_states_of_thread) == 0;
  pthread_atfork(lock_states, unlock_states, unlock_states);
}

// The function that a key calls is gone after the library was unloaded.
__attribute__((destructor)) static void forget_states(void) {
  if (has_states_key) pthread_key_delete(states_key);
}

// Returns the state of this thread; NULL if there is none.
static struct state *state_of(magic_t cookie) {
  struct state **place = &thread_states;
  while (*place != NULL) {
    struct state *state = *place;
    magic_t owner = atomic_load(&state->cookie);
    if (owner == cookie) {
      // The next call finds it first.
      *place = state->next_of_thread;
      state->next_of_thread = thread_states;
      return thread_states = state;
    }
    if (owner == NULL) {
      *place = state->next_of_thread;
      free(state);
    } else {
      place = &state->next_of_thread;
    }
  }
  return NULL;
}

// Returns the state of this thread, without an answer or a failure; NULL if memory is exhausted.
static struct state *begin(magic_t cookie) {
  struct state *state = state_of(cookie);
  if (state == NULL) {
    pthread_once(&states_once, prepare_states);
    state = calloc(1, sizeof *state);
    if (state == NULL) return NULL;
    if (has_states_key) pthread_setspecific(states_key, &states_key);
    state->next_of_thread = thread_states;
    thread_states = state;
    pthread_mutex_lock(&states_lock);
    state->next_of_handle = cookie->states;
    state->place_in_handle = &cookie->states;
    if (cookie->states != NULL) cookie->states->place_in_handle = &state->next_of_handle;
    cookie->states = state;
    atomic_store(&state->cookie, cookie);
    pthread_mutex_unlock(&states_lock);
  }
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
  struct state *state = state_of(cookie);
  return state == NULL ? NULL : state->error;
}

int magic_errno(magic_t cookie) {
  if (cookie == NULL) return EINVAL;
  struct state *state = state_of(cookie);
  return state == NULL ? 0 : state->error_number;
}

// ---- Compressed files

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
  bool has_registered_names;
  // The bytes of an item that count, and those that count for the encoding.
  size_t limit, encoding_limit;
};

static const char *mime_type_of(const char *name) { return name != NULL ? name : "application/octet-stream"; }

static bool conforms(const struct question *question, const char *type, const char *supertype) {
  return utype_conforms(question->registry, type, supertype, NULL) == 1;
}

// Returns the encoding of an item, which is determined once.
static const char *encoding_in(const struct question *question, struct item *item) {
  if (item->encoding == NULL) {
    size_t limit = question->encoding_limit;
    read_start(item, limit);
    item->encoding = encoding_of(item->bytes, item->count < limit ? item->count : limit);
  }
  return item->encoding;
}

static void append_encoding(struct text *text, const struct question *question, struct item *item) {
  append(text, question->flags & MAGIC_NO_CHECK_ENCODING ? "binary" : encoding_in(question, item));
}

// Returns the name that libmagic gives to a MIME type.
static const char *libmagic_name(
  const struct question *question, const char *type, const char *name, struct item *item) {
  const struct magic_name *row = find_magic_name(name);
  if (row != NULL && row->name != NULL && !(row->options & NAME_FOR_TEXT && strcmp(encoding_in(question, item), "binary") == 0)) {
    return row->name;
  }
  // libmagic knows few kinds of XML, of JSON and of texts. An unregistered name of an application is not a text
  // for programs that ask for "text/".
  const char *subtype = strchr(name, '/');
  if (row != NULL || subtype == NULL || strncmp(subtype, "/x-", 3) != 0) return name;
  if (conforms(question, type, "public.xml") && strcmp(encoding_in(question, item), "binary") != 0) return "text/xml";
  if (conforms(question, type, "public.json")) return "application/json";
  if (strncmp(name, "application/", 12) == 0 && conforms(question, type, "public.text")) return "text/plain";
  return name;
}

static void append_description(
  struct text *text, const struct question *question, const char *type, const char *name, bool is_generic,
  struct item *item) {
  char words[512];
  size_t size = utype_description(question->registry, type, NULL, words, sizeof words, NULL);
  const char *description = size > 0 ? words : type;
  if (question->has_registered_names) {
    append_shown(text, description, question->flags);
    if (strcmp(type, "com.adobe.pdf") == 0) append_pdf(text, item);
    return;
  }
  const struct magic_name *row = find_magic_name(name);
  const struct kind kind = {
    .mime_type = name,
    .description = description,
    .encoding = encoding_in(question, item),
    .is_text = strncmp(name, "text/", 5) == 0 || conforms(question, type, "public.text") ||
               (row != NULL && row->options & NAME_FOR_TEXT),
    .is_generic = is_generic,
    .has_elf_details = !(question->flags & MAGIC_NO_CHECK_ELF),
    .line_limit = question->encoding_limit,
  };
  struct text found = {0};
  append_words(&found, &kind, item);
  text->failed |= found.failed;
  if (found.text != NULL) append_shown(text, found.text, question->flags);
  free_text(&found);
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
  free_text(&line);
}

// Whether the flags switch off the work that finds a type.
static bool is_unchecked(
  const struct question *question, const char *type, const char *name, struct item *item) {
  static const struct {
    int flag;
    const char *type, *name;
  } checks[] = {
    {MAGIC_NO_CHECK_TAR, "public.tar-archive", "application/x-tar"},
    {MAGIC_NO_CHECK_JSON, "public.json", "application/json"},
    {MAGIC_NO_CHECK_CSV, "public.comma-separated-values-text", "text/csv"},
  };
  for (size_t index = 0; index < sizeof checks / sizeof *checks; index++) {
    if (strcmp(name, checks[index].name) == 0 || conforms(question, type, checks[index].type)) {
      return question->flags & checks[index].flag;
    }
  }
  if (begins_with(item, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 8)) return question->flags & MAGIC_NO_CHECK_CDF;
  // The rest has signatures, but for the text that is no more.
  if (question->flags & MAGIC_NO_CHECK_SOFT) return strcmp(name, "text/plain") != 0;
  return question->flags & MAGIC_NO_CHECK_TEXT && conforms(question, type, "public.text");
}

static void append_answer(
  struct text *text, const struct question *question, const utype_verdict *verdict, struct item *item) {
  const int flags = question->flags;
  const int checks = MAGIC_NO_CHECK_TAR | MAGIC_NO_CHECK_JSON | MAGIC_NO_CHECK_CSV | MAGIC_NO_CHECK_CDF |
                     MAGIC_NO_CHECK_SOFT | MAGIC_NO_CHECK_TEXT;
  const char *types[MOST_TYPES + 2] = {utype_verdict_type(verdict)};
  const char *names[MOST_TYPES + 2] = {utype_verdict_mime_type(verdict)};
  utype_basis basis = utype_verdict_basis(verdict);
  size_t count = 1;
  bool is_generic = false;
  if (flags & checks && types[0] != NULL && basis != UTYPE_BASIS_EMPTY && basis != UTYPE_BASIS_KIND) {
    is_generic = is_unchecked(question, types[0], mime_type_of(names[0]), item);
    if (is_generic) {
      bool is_text = !(flags & MAGIC_NO_CHECK_TEXT) && strcmp(encoding_in(question, item), "binary") != 0;
      types[0] = is_text ? "public.plain-text" : "public.data";
      names[0] = is_text ? "text/plain" : NULL;
    }
  }
  if (flags & MAGIC_EXTENSION) {
    append_extensions(text, question, types[0]);
    return;
  }
  if ((flags & MAGIC_MIME) == MAGIC_MIME_ENCODING) {
    append_encoding(text, question, item);
    return;
  }
  const char *empty = NULL;
  if (basis == UTYPE_BASIS_EMPTY) {
    names[0] = item->has_path ? "inode/x-empty" : "application/x-empty";
    empty = "empty";
  } else if (!question->has_registered_names && basis != UTYPE_BASIS_KIND) {
    // One byte shows nothing.
    size_t available;
    first_bytes(item, &available);
    if (available == 1) names[0] = NULL, empty = "very short file (no magic)";
  }
  if (flags & MAGIC_CONTINUE && !is_generic) {
    size_t others = utype_verdict_alternative_count(verdict);
    for (size_t index = 0; index < others && count <= MOST_TYPES; index++) {
      types[count] = utype_verdict_alternative(verdict, index);
      names[count++] = utype_verdict_alternative_mime_type(verdict, index);
    }
    // The last one is what each file of the kind is.
    if (conforms(question, types[0], "public.data")) {
      bool is_text = conforms(question, types[0], "public.text");
      types[count] = is_text ? "public.plain-text" : "public.data";
      names[count++] = is_text ? "text/plain" : NULL;
    }
  }
  const char *separator = flags & MAGIC_RAW ? "\n- " : "\\012- ";
  struct text seen = {0};
  for (size_t index = 0; index < count; index++) {
    struct text words = {0};
    const char *name = mime_type_of(names[index]);
    if (flags & MAGIC_MIME_TYPE) {
      append(&words, question->has_registered_names ? name : libmagic_name(question, types[index], name, item));
    } else if (empty != NULL && index == 0 && !question->has_registered_names) {
      append(&words, empty);
    } else {
      append_description(&words, question, types[index], name, is_generic, item);
    }
    if (words.text != NULL) append_unique(text, words.text, &seen, separator);
    text->failed |= words.failed;
    free_text(&words);
  }
  text->failed |= seen.failed;
  free_text(&seen);
  if ((flags & MAGIC_MIME) == MAGIC_MIME) {
    append(text, "; charset=");
    append_encoding(text, question, item);
  }
}

// Answers about the contents of a compressed file. Returns whether it is one.
static bool append_contents(
  struct text *text, const struct question *question, const utype_verdict *verdict, struct item *item) {
  if (question->flags & MAGIC_NO_CHECK_COMPRESS) return false;
  read_start(item, question->limit);
  size_t size = 0;
  unsigned char *inner =
    decompressed(utype_verdict_type(verdict), item->bytes, item->count, question->limit, &size);
  if (inner == NULL) return false;
  utype_verdict *found = utype_identify_bytes(
    question->registry, inner, size, size < question->limit ? size : UTYPE_SIZE_UNKNOWN, NULL, 0, NULL);
  struct item contents = {.bytes = inner, .count = size, .descriptor = -1};
  append_answer(text, question, found, &contents);
  if (question->flags & MAGIC_COMPRESS_TRANSP) {
    // The compression is not reported.
  } else if ((question->flags & MAGIC_MIME) == MAGIC_MIME) {
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

// Prints what an answer rests on.
static void print_reasons(const utype_verdict *verdict) {
  const char *basis = utype_basis_name(utype_verdict_basis(verdict));
  const char *confidence = utype_confidence_name(utype_verdict_confidence(verdict));
  fprintf(stderr, "%s: %s, by %s\n", utype_verdict_type(verdict), confidence, basis);
  for (size_t index = 0; index < utype_verdict_reason_count(verdict); index++) {
    fprintf(stderr, "  %s\n", utype_verdict_reason(verdict, index));
  }
  for (size_t index = 0; index < utype_verdict_alternative_count(verdict); index++) {
    fprintf(stderr, "  or %s\n", utype_verdict_alternative(verdict, index));
  }
}

static const char *answer(
  struct state *state, const struct question *question, utype_verdict *verdict, struct item *item) {
  struct text text = {0};
  if (question->flags & MAGIC_DEBUG && verdict != NULL) print_reasons(verdict);
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
    cookie->registry, cookie->flags, cookie->has_registered_names, cookie->parameters[MAGIC_PARAM_BYTES_MAX],
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

// Receives what is there, up to the limit, and waits for the first byte alone. Returns -1 and sets errno after a failure.
static ssize_t receive(int descriptor, unsigned char *bytes, size_t limit) {
  size_t count = 0;
  while (count < limit) {
    struct pollfd event = {.fd = descriptor, .events = POLLIN};
    if (count > 0 && (poll(&event, 1, 0) != 1 || !(event.revents & (POLLIN | POLLHUP)))) break;
    ssize_t received = read(descriptor, bytes + count, limit - count);
    if (received < 0 && count == 0) return -1;
    if (received <= 0) break;
    count += (size_t)received;
  }
  return (ssize_t)count;
}

// Answers for a pipe, a socket or a device.
static const char *answer_stream(struct state *state, const struct question *question, int descriptor) {
  unsigned char *bytes = malloc(question->limit + 1);
  if (bytes == NULL) {
    fail(state, ENOMEM, "%zu bytes: the memory is exhausted; lower MAGIC_PARAM_BYTES_MAX", question->limit);
    return NULL;
  }
  ssize_t received = receive(descriptor, bytes, question->limit);
  if (received < 0) {
    fail(state, errno, "descriptor %d: cannot read it (%s)", descriptor, strerror(errno));
    free(bytes);
    return NULL;
  }
  size_t count = (size_t)received;
  utype_error error;
  // What is there can be the start.
  utype_verdict *verdict = utype_identify_bytes(
    question->registry, bytes, count, count > 0 && count >= START_SIZE ? UTYPE_SIZE_UNKNOWN : count, NULL, 0, &error);
  struct item item = {.bytes = bytes, .count = count, .descriptor = -1, .limit = question->limit};
  const char *result = NULL;
  if (verdict == NULL) fail_with(state, &error, NULL);
  else result = answer(state, question, verdict, &item);
  free(bytes);
  return result;
}

// Answers for a regular file, of which only the first bytes count.
static const char *answer_limited(
  struct state *state, const struct question *question, int descriptor, bool has_path) {
  struct item item = {.descriptor = descriptor, .limit = question->limit, .has_path = has_path};
  read_start(&item, question->limit);
  utype_error error;
  utype_verdict *verdict = utype_identify_bytes(question->registry, item.bytes, item.count, item.count, NULL, 0, &error);
  if (verdict == NULL) {
    fail_with(state, &error, NULL);
    free(item.start);
    return NULL;
  }
  return answer(state, question, verdict, &item);
}

static const char *answer_descriptor(
  struct state *state, const struct question *question, int descriptor, const char *name) {
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
      return answer_stream(state, question, descriptor);
    }
    if (S_ISREG(status.st_mode) && question->limit < USUAL_BYTES && (uint64_t)status.st_size > question->limit) {
      return answer_limited(state, question, descriptor, name != NULL);
    }
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
  bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && question->flags & MAGIC_DEVICES) {
    int descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0) return cannot_open(state, question, file);
    const char *result = answer_stream(state, question, descriptor);
    close(descriptor);
    return result;
  }
  if (is_device && !question->has_registered_names && !(question->flags & (MAGIC_MIME | MAGIC_EXTENSION))) {
    struct text text = {0};
    append_format(
      &text, "%s special (%u/%u)", S_ISCHR(status.st_mode) ? "character" : "block", major(status.st_rdev),
      minor(status.st_rdev));
    return keep(state, &text);
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

// Returns the number of the failure of flags; 0 if all are supported. There are no types and creators of a Macintosh.
static int fault_of(int flags) { return flags & ~KNOWN_FLAGS ? EINVAL : flags & MAGIC_APPLE ? ENOSYS : 0; }

magic_t magic_open(int flags) {
  int fault = fault_of(flags);
  magic_t cookie = fault == 0 ? calloc(1, sizeof *cookie) : NULL;
  if (cookie == NULL) {
    if (fault != 0) errno = fault;
    return NULL;
  }
  pthread_rwlock_init(&cookie->settings, NULL);
  cookie->flags = flags;
  const char *names = getenv("UNIFORMTYPES_MAGIC_NAMES");
  cookie->has_registered_names = names != NULL && strcmp(names, "registered") == 0;
  memcpy(cookie->parameters, usual_parameters, sizeof usual_parameters);
  return cookie;
}

void magic_close(magic_t cookie) {
  if (cookie == NULL) return;
  pthread_mutex_lock(&states_lock);
  for (struct state *state = cookie->states, *next; state != NULL; state = next) {
    next = state->next_of_handle;
    free(state->answer);
    free(state->error);
    state->answer = state->error = NULL;
    // From here on the thread may free it.
    atomic_store(&state->cookie, NULL);
  }
  pthread_mutex_unlock(&states_lock);
  utype_close(cookie->registry);
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
    return fail(
      state, fault, "the flags 0x%x are not supported; leave them out",
      (unsigned)(flags & (~KNOWN_FLAGS | MAGIC_APPLE)));
  }
  pthread_rwlock_wrlock(&cookie->settings);
  cookie->flags = flags;
  pthread_rwlock_unlock(&cookie->settings);
  return 0;
}

int magic_version(void) { return MAGIC_VERSION; }

static bool is_parameter(int parameter) {
  return (parameter >= 0 && parameter < PARAMETER_COUNT) || parameter == MAGIC_PARAM_REGISTERED_NAMES;
}

int magic_setparam(magic_t cookie, int parameter, const void *value) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  if (!is_parameter(parameter) || value == NULL) {
    return fail(state, EINVAL, "there is no parameter %d; use a constant MAGIC_PARAM", parameter);
  }
  size_t number;
  memcpy(&number, value, sizeof number);
  if (number > (1u << 30)) return fail(state, EINVAL, "parameter %d is at most %u", parameter, 1u << 30);
  pthread_rwlock_wrlock(&cookie->settings);
  if (parameter == MAGIC_PARAM_REGISTERED_NAMES) cookie->has_registered_names = number != 0;
  else cookie->parameters[parameter] = number;
  pthread_rwlock_unlock(&cookie->settings);
  return 0;
}

int magic_getparam(magic_t cookie, int parameter, void *value) {
  struct state *state = cookie == NULL ? NULL : begin(cookie);
  if (state == NULL) return -1;
  if (!is_parameter(parameter) || value == NULL) {
    return fail(state, EINVAL, "there is no parameter %d; use a constant MAGIC_PARAM", parameter);
  }
  pthread_rwlock_rdlock(&cookie->settings);
  size_t number =
    parameter == MAGIC_PARAM_REGISTERED_NAMES ? cookie->has_registered_names : cookie->parameters[parameter];
  pthread_rwlock_unlock(&cookie->settings);
  memcpy(value, &number, sizeof number);
  return 0;
}

// ---- Registries

const char *magic_getpath(const char *file, int action) {
  (void)action;
  const char *name = file != NULL ? file : getenv("MAGIC");
  return name != NULL ? name : "";
}

// The first bytes of a database that libmagic has compiled, on machines of either order.
static bool is_database(const unsigned char *bytes, size_t count) {
  return count >= 4 && (memcmp(bytes, "\x1c\x04\x1e\xf1", 4) == 0 || memcmp(bytes, "\xf1\x1e\x04\x1c", 4) == 0);
}

// Whether a file is a database of libmagic, or signatures without one line that counts. The registry has all of it.
static bool is_of_libmagic(const char *name) {
  char path[PATH_MAX];
  struct stat status;
  int size = snprintf(path, sizeof path, "%s.mgc", name);
  if (size < 0 || (size_t)size >= sizeof path) return false;
  if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) return true;
  FILE *file = fopen(name, "re");
  if (file == NULL) return false;
  unsigned char start[4];
  bool is_found = is_database(start, fread(start, 1, sizeof start, file));
  if (!is_found && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    char line[512];
    bool is_start = true;
    is_found = fseek(file, 0, SEEK_SET) == 0;
    while (is_found && fgets(line, sizeof line, file) != NULL) {
      is_found = !is_start || *line == '#' || line[strspn(line, " \t\r\n")] == '\0';
      is_start = strchr(line, '\n') != NULL;
    }
  }
  fclose(file);
  return is_found;
}

// Opens the registry of a list of names with colons between them. NULL after a failure, which the state has.
static utype_registry *opened(struct state *state, const char *file) {
  const char *name = magic_getpath(file, 0), *own = NULL;
  struct text path = {0};
  for (const char *part = name; *part != '\0'; part += *part == ':') {
    size_t size = strcspn(part, ":");
    free_text(&path);
    append_bytes(&path, part, size);
    if (path.text != NULL && size > 0 && !is_of_libmagic(path.text)) {
      own = part;
      break;
    }
    part += size;
  }
  utype_error error;
  bool is_embedded = own == NULL && !path.failed && (file == NULL || *file != '\0');
  utype_registry *registry = is_embedded ? utype_open_embedded(&error) : utype_open_image(own == NULL ? name : path.text, &error);
  if (registry == NULL) {
    int number = error.system_error != 0 ? error.system_error : EINVAL;
    fail(state, number, "%s; name a registry that `uti compile` wrote", error.message);
  }
  free_text(&path);
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
  if (is_database(buffers[0], sizes[0])) return take(cookie, opened(state, NULL));
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
