/*
 * magic.h: the interface of libmagic, answered by libuniformtypes.
 *
 * Programs that are written for libmagic 5.46 compile with this header and run with this library without a
 * change. Types and extensions are those of the registry. MIME types and descriptions have the names and words of
 * libmagic where it has one for the kind; UNIFORMTYPES_MAGIC_NAMES=registered in the environment or the parameter
 * MAGIC_PARAM_REGISTERED_NAMES selects those of the registry. Documentation/CLibrary.md lists what differs.
 *
 * One handle may be used by any number of threads at once. A text that is returned belongs to the handle,
 * and is valid until the same thread asks the handle again or the handle is closed.
 */
#ifndef UNIFORMTYPES_MAGIC_H
#define UNIFORMTYPES_MAGIC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is answered. */
#define MAGIC_NONE 0x0000000
#define MAGIC_SYMLINK 0x0000002
#define MAGIC_COMPRESS 0x0000004
#define MAGIC_MIME_TYPE 0x0000010
#define MAGIC_CONTINUE 0x0000020
#define MAGIC_PRESERVE_ATIME 0x0000080
#define MAGIC_RAW 0x0000100
#define MAGIC_ERROR 0x0000200
#define MAGIC_MIME_ENCODING 0x0000400
#define MAGIC_MIME (MAGIC_MIME_TYPE | MAGIC_MIME_ENCODING)
#define MAGIC_EXTENSION 0x1000000

/* Prints on standard error what an answer rests on. */
#define MAGIC_DEBUG 0x0000001
/* Reads devices. */
#define MAGIC_DEVICES 0x0000008
/* Answers for the contents of a compressed file without the compression. */
#define MAGIC_COMPRESS_TRANSP 0x2000000

/* Flags that describe what the library does in any case. */
#define MAGIC_CHECK 0x0000040
#define MAGIC_NO_COMPRESS_FORK 0x4000000

/* Refused with ENOSYS: the registry has no types and creators of a Macintosh. */
#define MAGIC_APPLE 0x0000800

/* Flags that remove work. APPTYPE, TOKENS and SIMH name work that the library does not have. */
#define MAGIC_NO_CHECK_COMPRESS 0x0001000
#define MAGIC_NO_CHECK_TAR 0x0002000
#define MAGIC_NO_CHECK_SOFT 0x0004000
#define MAGIC_NO_CHECK_APPTYPE 0x0008000
#define MAGIC_NO_CHECK_ELF 0x0010000
#define MAGIC_NO_CHECK_TEXT 0x0020000
#define MAGIC_NO_CHECK_CDF 0x0040000
#define MAGIC_NO_CHECK_CSV 0x0080000
#define MAGIC_NO_CHECK_TOKENS 0x0100000
#define MAGIC_NO_CHECK_ENCODING 0x0200000
#define MAGIC_NO_CHECK_JSON 0x0400000
#define MAGIC_NO_CHECK_SIMH 0x0800000
#define MAGIC_NO_CHECK_BUILTIN                                                                            \
  (MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR | MAGIC_NO_CHECK_APPTYPE | MAGIC_NO_CHECK_ELF |           \
   MAGIC_NO_CHECK_TEXT | MAGIC_NO_CHECK_CSV | MAGIC_NO_CHECK_CDF | MAGIC_NO_CHECK_TOKENS |                \
   MAGIC_NO_CHECK_ENCODING | MAGIC_NO_CHECK_JSON)

/* Former names. Those with the value 0 have no effect. */
#define MAGIC_NO_CHECK_ASCII MAGIC_NO_CHECK_TEXT
#define MAGIC_NO_CHECK_FORTRAN 0x000000
#define MAGIC_NO_CHECK_TROFF 0x000000

#define MAGIC_NODESC (MAGIC_EXTENSION | MAGIC_MIME | MAGIC_APPLE)
#define MAGIC_VERSION 544

/* Parameters, each a size_t. The numbers of bytes have an effect; the others are kept. */
#define MAGIC_PARAM_INDIR_MAX 0
#define MAGIC_PARAM_NAME_MAX 1
#define MAGIC_PARAM_ELF_PHNUM_MAX 2
#define MAGIC_PARAM_ELF_SHNUM_MAX 3
#define MAGIC_PARAM_ELF_NOTES_MAX 4
#define MAGIC_PARAM_REGEX_MAX 5
#define MAGIC_PARAM_BYTES_MAX 6
#define MAGIC_PARAM_ENCODING_MAX 7
#define MAGIC_PARAM_ELF_SHSIZE_MAX 8
#define MAGIC_PARAM_MAGWARN_MAX 9
/* Not of libmagic: 1 for the names and descriptions of the registry, 0 for those of libmagic. */
#define MAGIC_PARAM_REGISTERED_NAMES 0x7574

typedef struct magic_set *magic_t;

/* Makes a handle. NULL with errno EINVAL for unknown flags, ENOSYS for MAGIC_APPLE. */
magic_t magic_open(int flags);
void magic_close(magic_t cookie);

/* Returns the name of the registry that magic_load opens: `file`, or the value of MAGIC, or "". */
const char *magic_getpath(const char *file, int action);

/* Each of these returns an answer, or NULL after a failure. `file` NULL is standard input. What
   a pipe, a socket or a terminal has at once is read; a signal ends the wait for its first byte with EINTR. */
const char *magic_file(magic_t cookie, const char *file);
const char *magic_descriptor(magic_t cookie, int descriptor);
const char *magic_buffer(magic_t cookie, const void *bytes, size_t count);

/* The last failure of a call by this thread; NULL and 0 if there was none. */
const char *magic_error(magic_t cookie);
int magic_errno(magic_t cookie);

int magic_getflags(magic_t cookie);
int magic_setflags(magic_t cookie, int flags);
int magic_version(void);

/* Opens a registry that `uti compile` wrote; NULL for the files that MAGIC names, or else the embedded one. A
   database of libmagic stands for the embedded registry. */
int magic_load(magic_t cookie, const char *file);
/* Opens one registry in memory. */
int magic_load_buffers(magic_t cookie, void **buffers, size_t *sizes, size_t count);
/* Fails with ENOSYS: declarations are compiled by `uti compile`. */
int magic_compile(magic_t cookie, const char *file);
/* Returns 0 if magic_load could open the registry, or else -1. */
int magic_check(magic_t cookie, const char *file);
/* Prints the types of the registry, each with its MIME type. */
int magic_list(magic_t cookie, const char *file);

int magic_setparam(magic_t cookie, int parameter, const void *value);
int magic_getparam(magic_t cookie, int parameter, void *value);

#ifdef __cplusplus
}
#endif

#endif
