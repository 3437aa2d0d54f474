// The interface of libmagic: each function, flag and failure, and threads that share a handle.
//
// magic REGISTRY DIRECTORY: the registry that `uti compile` makes of the declaration of com.example.note, and
// a directory for files.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <magic.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "check.h"

// The header of libmagic has not this parameter.
#ifndef MAGIC_PARAM_REGISTERED_NAMES
#define MAGIC_PARAM_REGISTERED_NAMES 0x7574
#endif

static const unsigned char picture[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0\x1f\x15\xc4\x89";
static const unsigned char compressed[] = {
  0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0x28, 0xcf, 0x2f, 0xca, 0x49,
  0xe1, 2, 0, 0x2d, 0x3b, 8, 0xaf, 12, 0, 0, 0};

static magic_t opened(int flags) {
  magic_t cookie = magic_open(flags);
  CHECK(cookie != NULL);
  CHECK(magic_load(cookie, NULL) == 0);
  CHECK(magic_error(cookie) == NULL && magic_errno(cookie) == 0);
  return cookie;
}

static void check_bytes(int flags, const void *bytes, size_t count, const char *expected) {
  magic_t cookie = opened(flags);
  CHECK_TEXT(magic_buffer(cookie, bytes, count), expected);
  magic_close(cookie);
}

static void check_text(int flags, const char *text, const char *expected) {
  check_bytes(flags, text, strlen(text), expected);
}

static void check_answers(void) {
  check_bytes(MAGIC_MIME_TYPE, picture, sizeof picture - 1, "image/png");
  check_bytes(MAGIC_MIME, picture, sizeof picture - 1, "image/png; charset=binary");
  check_bytes(MAGIC_MIME_ENCODING, picture, sizeof picture - 1, "binary");
  check_bytes(MAGIC_EXTENSION, picture, sizeof picture - 1, "png");
  check_bytes(MAGIC_NONE, picture, sizeof picture - 1, "PNG image data, 1 x 1, 8-bit/color RGBA, non-interlaced");
  check_bytes(MAGIC_NONE, "%PDF-1.7\n", 9, "PDF document, version 1.7");
  check_text(MAGIC_MIME, "hello world\n", "text/plain; charset=us-ascii");
  check_text(MAGIC_MIME, "", "application/x-empty; charset=binary");
  check_text(MAGIC_EXTENSION, "\x01\x02\x03\x04", "???");
  check_text(MAGIC_CONTINUE | MAGIC_MIME_TYPE | MAGIC_RAW, "hello\n", "text/plain");
  check_bytes(MAGIC_CONTINUE, picture, sizeof picture - 1, "PNG image data, 1 x 1, 8-bit/color RGBA, non-interlaced\\012- data");
  check_bytes(MAGIC_CONTINUE | MAGIC_RAW, picture, sizeof picture - 1, "PNG image data, 1 x 1, 8-bit/color RGBA, non-interlaced\n- data");
  check_bytes(MAGIC_COMPRESS | MAGIC_MIME_TYPE, compressed, sizeof compressed, "text/plain");
  check_bytes(
    MAGIC_COMPRESS | MAGIC_MIME, compressed, sizeof compressed,
    "text/plain; charset=us-ascii compressed-encoding=application/gzip; charset=binary");
  for (int flags = 0; flags <= MAGIC_MIME; flags += MAGIC_MIME_TYPE) {
    if (flags & ~MAGIC_MIME) continue;
    magic_t cookie = opened(flags);
    CHECK(magic_buffer(cookie, NULL, 1) == NULL && magic_errno(cookie) == EINVAL);
    CHECK(magic_buffer(cookie, NULL, 0) != NULL);
    magic_close(cookie);
  }
  // Encodings, with the names of libmagic.
  struct {
    const char *bytes;
    size_t count;
    const char *name;
  } encodings[] = {
    {"caf\xc3\xa9\n", 6, "utf-8"}, {"\xc3\xa9\xc3", 3, "utf-8"}, {"caf\xc3", 4, "iso-8859-1"},
    {"caf\xe9\n", 5, "iso-8859-1"}, {"caf\x80\n", 5, "unknown-8bit"}, {"a\1", 2, "binary"}, {"a", 1, "binary"},
    {"+/v8-a", 6, "utf-7"}, {"+/v8", 4, "us-ascii"}, {"\xff\xfe" "a\0", 4, "utf-16le"},
    {"\xfe\xff\0a", 4, "utf-16be"}, {"\xff\xfe", 2, "utf-16le"}, {"\xff\xfe\xff\xff", 4, "iso-8859-1"},
    {"\xff\xfe\0\0a\0\0\0", 8, "utf-32le"}, {"\0\0\xfe\xff\0\0\0a", 8, "utf-32be"},
    {"\xff\xfe\0\xd8\0a", 6, "binary"}, {"\xef\xbb\xbf" "a", 4, "utf-8"}, {"\xed\xa0\x80", 3, "unknown-8bit"},
    {"\xc8\x85\x93\x93\x96\x15", 6, "ebcdic"},
  };
  for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
    check_bytes(MAGIC_MIME_ENCODING, encodings[index].bytes, encodings[index].count, encodings[index].name);
  }
}

static void check_settings(const char *registry) {
  // Each flag of libmagic is accepted but one, and an unknown flag is a failure.
  for (int flag = 1; flag > 0 && flag <= 0x40000000; flag = flag == 0x40000000 ? 0 : flag << 1) {
    int works = 0x7ffffff & ~MAGIC_APPLE;
    errno = 0;
    magic_t cookie = magic_open(flag);
    CHECK((cookie != NULL) == ((flag & works) != 0));
    CHECK(cookie != NULL || errno == ENOSYS || errno == EINVAL);
    magic_close(cookie);
  }
  errno = 0;
  CHECK(magic_open(MAGIC_APPLE) == NULL && errno == ENOSYS);
  CHECK(magic_open(0x40000000) == NULL && errno == EINVAL);
  CHECK(magic_version() == MAGIC_VERSION);
  magic_t cookie = magic_open(MAGIC_MIME_TYPE);
  CHECK(magic_buffer(cookie, "a", 1) == NULL && magic_errno(cookie) == EINVAL);
  CHECK(strstr(magic_error(cookie), "magic_load") != NULL);
  CHECK(magic_load(cookie, "/nonexistent") == -1 && magic_errno(cookie) == ENOENT);
  CHECK(magic_load(cookie, "/dev/null") == -1 && magic_error(cookie) != NULL);
  CHECK(magic_check(cookie, registry) == 0 && magic_error(cookie) == NULL);
  CHECK(magic_check(cookie, "/nonexistent") == -1);
  CHECK(magic_compile(cookie, NULL) == -1 && magic_errno(cookie) == ENOSYS);
  CHECK(magic_load(cookie, registry) == 0);
  CHECK_TEXT(magic_buffer(cookie, picture, sizeof picture - 1), "image/png");
  // From memory.
  int file = open(registry, O_RDONLY);
  struct stat status;
  CHECK(fstat(file, &status) == 0);
  void *bytes = malloc((size_t)status.st_size);
  size_t size = (size_t)status.st_size;
  CHECK(read(file, bytes, size) == status.st_size);
  close(file);
  CHECK(magic_load_buffers(cookie, &bytes, &size, 1) == 0);
  CHECK_TEXT(magic_buffer(cookie, picture, sizeof picture - 1), "image/png");
  size = 100;
  CHECK(magic_load_buffers(cookie, &bytes, &size, 1) == -1);
  CHECK(magic_load_buffers(cookie, &bytes, &size, 2) == -1);
  free(bytes);
  CHECK_TEXT(magic_buffer(cookie, picture, sizeof picture - 1), "image/png");
  CHECK(magic_getflags(cookie) == MAGIC_MIME_TYPE);
  CHECK(magic_setflags(cookie, MAGIC_NONE) == 0 && magic_getflags(cookie) == MAGIC_NONE);
  CHECK(magic_setflags(cookie, MAGIC_APPLE) == -1 && magic_errno(cookie) == ENOSYS);
  CHECK(magic_getflags(cookie) == MAGIC_NONE);
  size_t number = 7;
  CHECK(magic_getparam(cookie, MAGIC_PARAM_BYTES_MAX, &number) == 0 && number == 7 << 20);
  CHECK(magic_getparam(cookie, MAGIC_PARAM_ENCODING_MAX, &number) == 0 && number == 1 << 16);
  number = 4;
  CHECK(magic_setparam(cookie, MAGIC_PARAM_BYTES_MAX, &number) == 0);
  number = 0;
  CHECK(magic_getparam(cookie, MAGIC_PARAM_BYTES_MAX, &number) == 0 && number == 4);
  CHECK(magic_setparam(cookie, 99, &number) == -1 && magic_errno(cookie) == EINVAL);
  CHECK(magic_getparam(cookie, -1, &number) == -1);
  CHECK_TEXT(magic_getpath("a", 0), "a");
  magic_close(cookie);
  magic_close(NULL);
  CHECK(magic_file(NULL, "a") == NULL && magic_load(NULL, NULL) == -1 && magic_setflags(NULL, 0) == -1);
  setenv("MAGIC", "/nonexistent", 1);
  cookie = magic_open(0);
  CHECK(magic_load(cookie, NULL) == -1);
  unsetenv("MAGIC");
  magic_close(cookie);
}

static void write_file(const char *path, const void *bytes, size_t count) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  CHECK(file >= 0 && write(file, bytes, count) == (ssize_t)count);
  close(file);
}

static void check_files(const char *directory) {
  CHECK(chdir(directory) == 0);
  write_file("a.txt", picture, sizeof picture - 1);
  CHECK(symlink("a.txt", "link") == 0 && symlink("gone", "broken") == 0);
  magic_t cookie = opened(MAGIC_MIME_TYPE);
  // The name and the attribute of a file do not count.
  CHECK_TEXT(magic_file(cookie, "a.txt"), "image/png");
  setxattr("a.txt", "user.mime_type", "image/gif", 9, 0);
  CHECK_TEXT(magic_file(cookie, "a.txt"), "image/png");
  CHECK_TEXT(magic_file(cookie, "."), "inode/directory");
  CHECK_TEXT(magic_file(cookie, "link"), "inode/symlink");
  CHECK_TEXT(magic_file(cookie, "nothing"), "cannot open `nothing' (No such file or directory)");
  CHECK(magic_error(cookie) == NULL);
  CHECK(magic_setflags(cookie, MAGIC_NONE) == 0);
  CHECK_TEXT(magic_file(cookie, "link"), "symbolic link to a.txt");
  CHECK_TEXT(magic_file(cookie, "broken"), "broken symbolic link to gone");
  CHECK(magic_setflags(cookie, MAGIC_ERROR) == 0);
  CHECK(magic_file(cookie, "broken") == NULL && magic_errno(cookie) == ENOENT);
  CHECK_TEXT(magic_file(cookie, "link"), "symbolic link to a.txt");
  // A file without bytes has another name than bytes that are absent.
  write_file("empty", "", 0);
  CHECK(magic_setflags(cookie, MAGIC_MIME_TYPE) == 0);
  CHECK_TEXT(magic_file(cookie, "empty"), "inode/x-empty");
  int empty = open("empty", O_RDONLY);
  CHECK_TEXT(magic_descriptor(cookie, empty), "application/x-empty");
  close(empty);
  unlink("empty");
  CHECK(magic_setflags(cookie, MAGIC_SYMLINK | MAGIC_MIME_TYPE | MAGIC_ERROR) == 0);
  CHECK_TEXT(magic_file(cookie, "link"), "image/png");
  CHECK(magic_file(cookie, "nothing") == NULL && magic_errno(cookie) == ENOENT && magic_error(cookie) != NULL);
  CHECK(magic_file(cookie, "broken") == NULL);
  // A descriptor keeps its position, and a pipe is read.
  int file = open("a.txt", O_RDONLY);
  lseek(file, 3, SEEK_SET);
  CHECK_TEXT(magic_descriptor(cookie, file), "image/png");
  CHECK(lseek(file, 0, SEEK_CUR) == 3);
  close(file);
  CHECK(magic_descriptor(cookie, file) == NULL && magic_errno(cookie) == EBADF);
  int ends[2];
  CHECK(pipe(ends) == 0);
  CHECK(write(ends[1], picture, sizeof picture - 1) > 0);
  close(ends[1]);
  CHECK_TEXT(magic_descriptor(cookie, ends[0]), "image/png");
  close(ends[0]);
  // The time of access.
  struct timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
  CHECK(utimensat(AT_FDCWD, "a.txt", times, 0) == 0);
  CHECK(magic_setflags(cookie, MAGIC_PRESERVE_ATIME) == 0);
  CHECK_TEXT(magic_file(cookie, "a.txt"), "PNG image data, 1 x 1, 8-bit/color RGBA, non-interlaced");
  struct stat status;
  CHECK(stat("a.txt", &status) == 0 && status.st_atime == 1000000000);
  // Texts of a handle stay until the next question, whatever another handle is asked.
  magic_t other = opened(MAGIC_MIME_TYPE);
  const char *kept = magic_file(cookie, "a.txt");
  CHECK_TEXT(magic_file(other, "."), "inode/directory");
  CHECK_TEXT(kept, "PNG image data, 1 x 1, 8-bit/color RGBA, non-interlaced");
  magic_close(other);
  magic_close(cookie);
  for (int index = 0; index < 3; index++) unlink((const char *[]){"a.txt", "link", "broken"}[index]);
}

static void check_names(void) {
  // The words that programs search for.
  check_text(MAGIC_NONE, "hello\n", "ASCII text");
  check_text(MAGIC_NONE, "a\r\nb\r\n", "ASCII text, with CRLF line terminators");
  check_text(MAGIC_NONE, "a\r\nb\n", "ASCII text, with CRLF, LF line terminators");
  check_text(MAGIC_NONE, "caf\xc3\xa9\n", "Unicode text, UTF-8 text");
  check_text(MAGIC_NONE, "abc", "ASCII text, with no line terminators");
  check_text(MAGIC_NONE, "#!/bin/sh\necho\n", "POSIX shell script, ASCII text executable");
  check_text(MAGIC_NONE, "#!/usr/bin/env python3\nprint(1)\n", "Python script, ASCII text executable");
  check_bytes(MAGIC_NONE, "GIF89a\20\0\10\0\0\0\0", 13, "GIF image data, version 89a, 16 x 8");
  check_text(MAGIC_NONE, "a", "very short file (no magic)");
  check_text(MAGIC_MIME_TYPE, "#!/usr/bin/env python3\nprint(1)\n", "text/x-script.python");
  check_text(MAGIC_MIME_TYPE, "<?xml version=\"1.0\"?>\n<a/>\n", "text/xml");
  // This program.
  magic_t cookie = opened(MAGIC_SYMLINK);
  const char *program = magic_file(cookie, "/proc/self/exe");
  CHECK(strncmp(program, "ELF ", 4) == 0 && strstr(program, "executable") != NULL);
  CHECK(magic_setflags(cookie, MAGIC_SYMLINK | MAGIC_NO_CHECK_ELF) == 0);
  CHECK(strstr(magic_file(cookie, "/proc/self/exe"), "linked") == NULL);
  magic_close(cookie);
  // The parameter and the variable.
  cookie = opened(MAGIC_MIME_TYPE);
  size_t number = 1;
  CHECK(magic_setparam(cookie, MAGIC_PARAM_REGISTERED_NAMES, &number) == 0);
  CHECK_TEXT(magic_buffer(cookie, "<?xml version=\"1.0\"?>\n<a/>\n", 27), "application/xml");
  magic_close(cookie);
  setenv("UNIFORMTYPES_MAGIC_NAMES", "registered", 1);
  check_bytes(MAGIC_NONE, picture, sizeof picture - 1, "PNG image");
  unsetenv("UNIFORMTYPES_MAGIC_NAMES");
  // Work that is removed.
  check_text(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_JSON, "{\"a\": 1}\n", "text/plain");
  check_text(MAGIC_NO_CHECK_TEXT, "hello\n", "data");
  check_text(MAGIC_NO_CHECK_SOFT, "#!/bin/sh\necho\n", "ASCII text");
  check_bytes(MAGIC_NO_CHECK_SOFT, picture, sizeof picture - 1, "data");
  check_text(MAGIC_MIME_ENCODING | MAGIC_NO_CHECK_ENCODING, "hello\n", "binary");
  check_bytes(MAGIC_COMPRESS | MAGIC_NO_CHECK_COMPRESS | MAGIC_MIME_TYPE, compressed, sizeof compressed, "application/gzip");
  check_bytes(MAGIC_COMPRESS | MAGIC_COMPRESS_TRANSP, compressed, sizeof compressed, "ASCII text");
  // Devices.
  cookie = opened(MAGIC_NONE);
  CHECK_TEXT(magic_file(cookie, "/dev/null"), "character special (1/3)");
  CHECK(magic_setflags(cookie, MAGIC_DEVICES) == 0);
  CHECK_TEXT(magic_file(cookie, "/dev/null"), "empty");
  CHECK_TEXT(magic_file(cookie, "/dev/zero"), "data");
  magic_close(cookie);
}

static void do_nothing(int signal) { (void)signal; }

static void check_streams(const char *directory) {
  // What is there is the answer, and a signal ends the wait. The number of the descriptor is large.
  int ends[2];
  CHECK(pipe(ends) == 0);
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  int descriptor = limit.rlim_cur > 2000 ? fcntl(ends[0], F_DUPFD_CLOEXEC, 2000) : dup(ends[0]);
  CHECK(descriptor >= 0 && write(ends[1], "%PDF-1.7\n", 9) == 9);
  magic_t cookie = opened(MAGIC_MIME_TYPE);
  CHECK_TEXT(magic_descriptor(cookie, descriptor), "application/pdf");
  struct sigaction action = {.sa_handler = do_nothing};
  struct itimerval timer = {.it_value = {.tv_usec = 50000}};
  CHECK(sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &timer, NULL) == 0);
  CHECK(magic_descriptor(cookie, descriptor) == NULL && magic_errno(cookie) == EINTR);
  close(descriptor);
  close(ends[0]);
  close(ends[1]);
  // The limit counts for paths.
  CHECK(chdir(directory) == 0);
  write_file("limited", picture, sizeof picture - 1);
  size_t number = 1;
  CHECK(magic_setparam(cookie, MAGIC_PARAM_BYTES_MAX, &number) == 0);
  CHECK_TEXT(magic_file(cookie, "limited"), "application/octet-stream");
  unlink("limited");
  magic_close(cookie);
  // A database of libmagic, and signatures without one line that counts.
  write_file("database.mgc", "\x1c\x04\x1e\xf1", 4);
  write_file("comments", "# None.\n\n", 9);
  setenv("MAGIC", "comments:database", 1);
  check_bytes(MAGIC_MIME_TYPE, picture, sizeof picture - 1, "image/png");
  unsetenv("MAGIC");
  unlink("database.mgc");
  unlink("comments");
}

static void *ask_once(void *cookie) {
  CHECK_TEXT(magic_buffer(cookie, picture, sizeof picture - 1), "image/png");
  return NULL;
}

static void *ask(void *cookie) {
  for (int round = 0; round < 500; round++) {
    CHECK_TEXT(magic_buffer(cookie, picture, sizeof picture - 1), "image/png");
    CHECK_TEXT(magic_buffer(cookie, "%PDF-1.7\n", 9), "application/pdf");
    CHECK(magic_load(cookie, "/nonexistent") == -1 && magic_errno(cookie) == ENOENT);
    if (round % 50 == 0) CHECK(magic_load(cookie, NULL) == 0);
  }
  return NULL;
}

static void check_threads(void) {
  size_t used = 0;
  magic_t cookie = opened(MAGIC_MIME_TYPE);
  pthread_t threads[4];
  for (int index = 0; index < 4; index++) CHECK(pthread_create(&threads[index], NULL, ask, cookie) == 0);
  for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  // A thread that has ended leaves nothing in the handle.
  for (int index = 0; index < 1000; index++) {
    if (index == 100) malloc_trim(0);
    CHECK(pthread_create(&threads[0], NULL, ask_once, cookie) == 0);
    pthread_join(threads[0], NULL);
    if (index == 100) used = mallinfo2().uordblks;
  }
  CHECK(mallinfo2().uordblks < used + 4096);
  magic_close(cookie);
}

int main(int count, char **arguments) {
  CHECK(count == 3);
  check_answers();
  check_names();
  check_settings(arguments[1]);
  check_streams(arguments[2]);
  check_threads();
  check_files(arguments[2]);
  puts("the interface of libmagic is in order");
  return 0;
}
