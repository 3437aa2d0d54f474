/*
 * uniformtypes.h: types of files, names and bytes, and how types relate.
 *
 * A *type* is a uniform type identifier such as "public.png". Types form one graph: "public.png"
 * conforms to "public.image", which conforms to "public.data". A *registry* holds the declarations of
 * types; every question is put to a registry.
 *
 *     utype_registry *registry = utype_open_embedded(NULL);
 *     puts(utype_for_name(registry, "a.png", UTYPE_TERMINATED, NULL));     // public.png
 *     utype_close(registry);
 *
 * Rules for all functions
 *
 * Threads    Every function may be called from any thread at any time. One registry, verdict or list may
 *            be used by any number of threads at once, without a lock; it is freed once, when no thread
 *            uses it any more. The library keeps no state that one handle changes for another one, and calls
 *            no function of its user.
 *
 * Ownership  A function that returns a pointer without `const` gives a handle, which the caller frees
 *            with the function named in its comment. A `const char *` belongs to the handle that was
 *            passed, and is valid until that handle is freed. Nothing that is passed is kept after the
 *            call. Freeing NULL does nothing.
 *
 * Text       Names, extensions, MIME types and tags are bytes with a length in bytes; the length
 *            UTYPE_TERMINATED means: up to the first NUL. They are UTF-8. A file name may be any bytes:
 *            bytes that are not UTF-8 count as U+FFFD. Paths and type identifiers end in NUL. Text that
 *            is returned is UTF-8 and ends in NUL. Identifiers compare without case in ASCII.
 *
 * Failures   A function that can fail has a last parameter `error`, which may be NULL. On failure the
 *            function returns NULL, -1, 0 or a status, as its comment says, and fills the error. On
 *            success the error is not written.
 *
 * Sizes      All sizes are numbers of bytes.
 *
 * Cost       Work on one item is bounded, whatever its bytes are: at most 16 KiB of the start and 12
 *            further reads of at most 64 KiB.
 */
#ifndef UNIFORMTYPES_H
#define UNIFORMTYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version -------------------------------------------------------------------------------------- */

/* The version of this header. */
#define UTYPE_VERSION_MAJOR 0
#define UTYPE_VERSION_MINOR 1
#define UTYPE_VERSION_PATCH 0

/* Returns the version of the library, such as "0.1.0". The text is valid until the library is unloaded. */
const char *utype_version(void);

/* ---- Failures ------------------------------------------------------------------------------------- */

/* The results of functions that can fail. More values may be added. */
typedef enum utype_status {
  UTYPE_OK = 0,
  /* An argument is NULL, out of range or contradicts another one. */
  UTYPE_INVALID_ARGUMENT = 1,
  /* A text is not UTF-8, or is not an identifier, a tag or a MIME type. */
  UTYPE_INVALID_TEXT = 2,
  /* A handle is of another kind, or was freed; a freed handle is found reliably by debug builds only. */
  UTYPE_INVALID_HANDLE = 3,
  /* The registry has no such type. */
  UTYPE_NOT_FOUND = 4,
  /* The operating system refused; `system_error` is its errno. */
  UTYPE_SYSTEM_ERROR = 5,
  /* Declarations or a compiled registry cannot be used; the message names the place. */
  UTYPE_BAD_DECLARATIONS = 6,
  /* This library was built without the feature. */
  UTYPE_UNSUPPORTED = 7
} utype_status;

/* The size of the message of an error, with its NUL. */
#define UTYPE_MESSAGE_SIZE 504

/* A failure. The caller provides the memory. */
typedef struct utype_error {
  /* A value of utype_status. */
  int32_t status;
  /* The errno of the operating system; 0 if it did not fail. */
  int32_t system_error;
  /* The place, the reason and the remedy; cut at a character if it is too long. */
  char message[UTYPE_MESSAGE_SIZE];
} utype_error;

/* The length of a text that ends in NUL. */
#define UTYPE_TERMINATED SIZE_MAX

/* ---- Registries ----------------------------------------------------------------------------------- */

/* An immutable set of declarations. */
typedef struct utype_registry utype_registry;

/* Opens the registry inside the library, which gives the same answers on every machine. Reads no file.
   Free the result with utype_close. NULL: failure. */
utype_registry *utype_open_embedded(utype_error *error);

/* Opens the registry of this system and user: the embedded one, the shared-mime-info packages and
   property lists in the directories of XDG_DATA_DIRS and XDG_DATA_HOME. A merged registry is kept in
   XDG_CACHE_HOME and copied from there, so that later changes of that file have no effect.
   Free the result with utype_close. NULL: failure, or UTYPE_UNSUPPORTED. */
utype_registry *utype_open_system(utype_error *error);

/* Opens the embedded registry with the *.plist and *.xml declarations of a directory above it.
   Free the result with utype_close. NULL: failure, or UTYPE_UNSUPPORTED. */
utype_registry *utype_open_directory(const char *path, utype_error *error);

/* Opens the embedded registry with a registry above it that `uti compile` wrote. A compiled registry
   that has a lowest layer itself (`uti compile --base`) is used alone, in place. Needs no parser of XML.
   Free the result with utype_close. NULL: failure. */
utype_registry *utype_open_image(const char *path, utype_error *error);

/* Closes a registry. Its verdicts and lists stay valid; its texts do not. */
void utype_close(utype_registry *registry);

/* ---- Looking up types ----------------------------------------------------------------------------- */

/* Each of these functions returns the identifier of a declared type. NULL: failure; UTYPE_NOT_FOUND if
   no declared type fits. The extension has no dot. A name may be a path, whose last component is used;
   a final slash makes it the name of a directory. No file is read. */
const char *utype_for_identifier(
  const utype_registry *registry, const char *identifier, utype_error *error);
const char *utype_for_name(
  const utype_registry *registry, const char *name, size_t length, utype_error *error);
const char *utype_for_extension(
  const utype_registry *registry, const char *extension, size_t length, utype_error *error);
const char *utype_for_mime_type(
  const utype_registry *registry, const char *mime_type, size_t length, utype_error *error);

/* The vocabularies of tags. Any other identifier of a tag class may be used too. */
#define UTYPE_FILENAME_EXTENSION "public.filename-extension"
#define UTYPE_MIME_TYPE "public.mime-type"
/* The identifiers of PRONOM, such as "fmt/18". The library relates formats to types without a signature file:
   utype_tags returns the formats of a type, and utype_for_tag the type of a format. */
#define UTYPE_PUID "org.nationalarchives.puid"

/* A list of texts, which are valid until the list is freed. */
typedef struct utype_list utype_list;

/* Returns the number of texts; 0 if the handle is invalid. */
size_t utype_list_count(const utype_list *list);
/* Returns a text, counted from 0; NULL if there is none at the index or the handle is invalid. */
const char *utype_list_item(const utype_list *list, size_t index);
void utype_list_free(utype_list *list);

/* Returns all declared types of a tag, the preferred one first; empty if there are none.
   Free the result with utype_list_free. NULL: failure. */
utype_list *utype_for_tag(
  const utype_registry *registry, const char *tag_class, const char *tag, size_t length,
  utype_error *error);

/* ---- Dynamic identifiers -------------------------------------------------------------------------- */

/* A dynamic identifier ("dyn.a...") encodes a tag that no declared type has. It is the same on every
   machine, and every function that takes an identifier takes it: utype_tags decodes it. */

/* Writes the dynamic identifier of a tag.

   supertype: the type that it conforms to; NULL for none.
   buffer, capacity: the memory for the identifier; it is cut to `capacity` bytes with its NUL. The buffer
   may be NULL if the capacity is 0.

   Returns the size of the identifier without NUL, which may exceed the capacity. 0: failure. */
size_t utype_dynamic_identifier(
  const utype_registry *registry, const char *tag_class, const char *tag, size_t length,
  const char *supertype, char *buffer, size_t capacity, utype_error *error);

/* Returns 1 if an identifier is a dynamic one that can be decoded, 0 if it is not. -1: failure. */
int utype_is_dynamic(const utype_registry *registry, const char *identifier, utype_error *error);

/* ---- Properties of types -------------------------------------------------------------------------- */

/* Returns 1 if a type is another type or conforms to it, 0 if not. -1: failure; UTYPE_NOT_FOUND if
   the registry does not know one of them. */
int utype_conforms(
  const utype_registry *registry, const char *type, const char *supertype, utype_error *error);

/* The types that a list of related types has. */
typedef enum utype_reach {
  /* The types that are related by one statement. */
  UTYPE_DIRECT = 0,
  /* These and all that follow from them, the nearest first. */
  UTYPE_ALL = 1
} utype_reach;

/* Returns the types that a type conforms to, or that conform to it, without the type itself.
   Free the result with utype_list_free. NULL: failure. */
utype_list *utype_supertypes(
  const utype_registry *registry, const char *type, utype_reach reach, utype_error *error);
utype_list *utype_subtypes(
  const utype_registry *registry, const char *type, utype_reach reach, utype_error *error);

/* Returns the tags of a type in a tag class, the preferred one first; empty if it has none.
   Free the result with utype_list_free. NULL: failure. */
utype_list *utype_tags(
  const utype_registry *registry, const char *type, const char *tag_class, utype_error *error);

/* Returns the MIME type under which data of a declared type is known on Linux: its own or that of the
   nearest supertype with one. NULL: failure; UTYPE_NOT_FOUND if there is none. */
const char *utype_mime_type(const utype_registry *registry, const char *type, utype_error *error);

/* Returns the preferred filename extension of a declared type, without a dot. NULL: failure;
   UTYPE_NOT_FOUND if there is none. */
const char *utype_extension(const utype_registry *registry, const char *type, utype_error *error);

/* Writes the description of a type, such as "PNG image".

   language: a locale or BCP 47 tag such as "de", "pt-BR" or "de_AT.UTF-8"; NULL for English. English is
   used if the description is not translated.
   buffer, capacity: as in utype_dynamic_identifier.

   Returns the size of the description without NUL, which may exceed the capacity. 0: failure;
   UTYPE_NOT_FOUND if there is no description. */
size_t utype_description(
  const utype_registry *registry, const char *type, const char *language, char *buffer, size_t capacity,
  utype_error *error);

/* ---- Identifying items ---------------------------------------------------------------------------- */

/* A type with its evidence. A verdict stays valid when its registry is closed. */
typedef struct utype_verdict utype_verdict;

/* The reliability of a verdict, in ascending order. */
typedef enum utype_confidence {
  /* The least bad answer. */
  UTYPE_GUESS = 0,
  /* Supported by the name or by a weak signature; at least 97 % of such verdicts are right. */
  UTYPE_LIKELY = 1,
  /* Supported by a strong signature, by two witnesses or by the file system; at least 99.5 %. */
  UTYPE_CERTAIN = 2
} utype_confidence;

/* The part of an item that a verdict rests on. More values may be added. */
typedef enum utype_basis {
  UTYPE_BASIS_NONE = 0,
  /* The extended attribute user.mime_type. */
  UTYPE_BASIS_EXPLICIT = 1,
  /* The kind of file-system object, such as a directory. */
  UTYPE_BASIS_KIND = 2,
  UTYPE_BASIS_NAME = 3,
  /* A signature in the bytes. */
  UTYPE_BASIS_CONTENT = 4,
  /* The inside of a container. */
  UTYPE_BASIS_CONTAINER = 5,
  /* The root element of an XML document. */
  UTYPE_BASIS_ROOT_ELEMENT = 6,
  /* The text that the bytes are. */
  UTYPE_BASIS_TEXT = 7,
  /* The size, which is zero. */
  UTYPE_BASIS_EMPTY = 8
} utype_basis;

/* How far the bytes support the type of a verdict, in ascending order. */
typedef enum utype_support {
  /* The bytes contradict the type or lack the parts that its documents have, or were not read. */
  UTYPE_SUPPORT_NONE = 0,
  /* The bytes can be of the type, and have no sign of it. */
  UTYPE_SUPPORT_AGREEMENT = 1,
  /* The bytes have a sign of the type or of a kind of it. */
  UTYPE_SUPPORT_SIGN = 2
} utype_support;

/* Options of identification, which are combined with `|`. */
/* Only the name is used; the item need not exist. */
#define UTYPE_NAME_ONLY 1u
/* Neither the name nor the extended attribute user.mime_type is used. */
#define UTYPE_CONTENT_ONLY 2u
/* A symbolic link is identified as a link. */
#define UTYPE_NO_FOLLOW 4u

/* Identifies the item at a path, which may be any bytes. Only regular files are opened, without waiting.
   Free the result with utype_verdict_free. NULL: failure. */
utype_verdict *utype_identify_path(
  const utype_registry *registry, const char *path, unsigned options, utype_error *error);

/* Identifies an open item. A regular file has to be open for reading; its position does not change, and
   it is not closed.

   name, length: the name of the item; NULL if only its bytes count, as for UTYPE_CONTENT_ONLY.

   Free the result with utype_verdict_free. NULL: failure. */
utype_verdict *utype_identify_descriptor(
  const utype_registry *registry, int descriptor, const char *name, size_t length, utype_error *error);

/* The size of an item of which only the start is at hand. */
#define UTYPE_SIZE_UNKNOWN UINT64_MAX

/* Identifies bytes, which are read in place. The verdict equals that of a file with these bytes.

   bytes, count: the bytes from the first on; NULL only if the count is 0.
   size: the size of the whole item: `count` if the bytes are complete, more if they are only its start,
   and UTYPE_SIZE_UNKNOWN if they are the start of an item of unknown size.
   name, length: the file name of the bytes; NULL if it is not known.

   Free the result with utype_verdict_free. NULL: failure. */
utype_verdict *utype_identify_bytes(
  const utype_registry *registry, const void *bytes, size_t count, uint64_t size, const char *name,
  size_t length, utype_error *error);

/* Identify an open item and bytes with a file name that somebody else sent, such as the client of an
   upload. The bytes decide: the name only narrows the type that they show, and the verdict is a guess
   then. The parameters and the result are as in the functions for a name that is trusted. */
utype_verdict *utype_identify_upload_descriptor(
  const utype_registry *registry, int descriptor, const char *name, size_t length, utype_error *error);
utype_verdict *utype_identify_upload_bytes(
  const utype_registry *registry, const void *bytes, size_t count, uint64_t size, const char *name,
  size_t length, utype_error *error);

void utype_verdict_free(utype_verdict *verdict);

/* Each of these functions returns a part of a verdict; NULL, 0, UTYPE_GUESS or UTYPE_BASIS_NONE if the
   handle is invalid. Alternatives are other types that fit, the likeliest first. Reasons are sentences
   for people, the decisive one first. Indices count from 0; NULL if there is nothing at the index. */

/* The identifier; a dynamic one if only an undeclared filename extension is known. */
const char *utype_verdict_type(const utype_verdict *verdict);
/* The MIME type; "application/octet-stream" for unknown data. */
const char *utype_verdict_mime_type(const utype_verdict *verdict);
utype_confidence utype_verdict_confidence(const utype_verdict *verdict);
utype_basis utype_verdict_basis(const utype_verdict *verdict);
utype_support utype_verdict_support(const utype_verdict *verdict);
/* Returns 1 if the type conforms to another and the bytes support it as `uti identify --is` asks; 0 if
   not, or if an argument is invalid. Programs that accept files from others pass UTYPE_SUPPORT_SIGN. Any
   bytes support public.data and its supertypes. */
int utype_verdict_conforms(const utype_verdict *verdict, const char *supertype, utype_support at_least);
size_t utype_verdict_alternative_count(const utype_verdict *verdict);
const char *utype_verdict_alternative(const utype_verdict *verdict, size_t index);
const char *utype_verdict_alternative_mime_type(const utype_verdict *verdict, size_t index);
utype_basis utype_verdict_alternative_basis(const utype_verdict *verdict, size_t index);
size_t utype_verdict_reason_count(const utype_verdict *verdict);
const char *utype_verdict_reason(const utype_verdict *verdict, size_t index);

/* The encoding of a text, such as "us-ascii" or "utf-8"; NULL if the bytes were not found to be a text. */
const char *utype_verdict_encoding(const utype_verdict *verdict);

/* A name and bytes that do not belong together. The texts are valid until the verdict is freed. */
typedef struct utype_disagreement {
  /* The type that the name shows, and the one that the bytes show. */
  const char *name_type;
  const char *content_type;
  /* The reason, in one sentence. */
  const char *reason;
  /* The number of bits by which the evidence for one outweighs that for the other. */
  int64_t margin;
  /* The one that the verdict follows: UTYPE_BASIS_NAME or UTYPE_BASIS_CONTENT. */
  utype_basis winner;
} utype_disagreement;

/* Returns 1 and fills the disagreement if the name and the bytes disagree. Returns 0 if they agree or the
   handle is invalid, and then writes nothing. */
int utype_verdict_disagreement(const utype_verdict *verdict, utype_disagreement *disagreement);

/* Return the words that `uti identify` prints, such as "certain" and "root-element"; NULL for a number
   that is no value. The texts are valid until the library is unloaded. */
const char *utype_confidence_name(utype_confidence confidence);
const char *utype_basis_name(utype_basis basis);
const char *utype_support_name(utype_support support);

/* ---- Formats of PRONOM ---------------------------------------------------------------------------- */

/* A format is a type in one version: "fmt/18" is PDF 1.4. Formats are identified by the signature files of
   DROID, which the library does not contain. `uti identify --print puid` gives the same answers. */

/* The signatures of a release. */
typedef struct utype_signatures utype_signatures;

/* Opens signatures.

   path: a file that `uti compile --signatures` wrote, which needs no parser of XML, or a binary signature file
   of DROID.
   containers: the container signature file of DROID, without which an Office document is a ZIP archive or a
   compound file only; NULL for none, and if the path names a compiled file that has these signatures.

   Free the result with utype_signatures_free. NULL: failure; UTYPE_UNSUPPORTED for XML if the library has no
   parser of it. */
utype_signatures *utype_open_signatures(const char *path, const char *containers, utype_error *error);
void utype_signatures_free(utype_signatures *signatures);

/* The formats of an item. They stay valid when the signatures are freed. */
typedef struct utype_formats utype_formats;

/* Each of these functions returns the formats of an item; none for an item that is not a regular file. The name
   counts if no signature decides. The options are UTYPE_CONTENT_ONLY and UTYPE_NO_FOLLOW; the other parameters
   are as in utype_identify_path, utype_identify_descriptor and utype_identify_bytes. At most 256 KiB of each end
   are searched, and the entries of a container that have signatures.
   Free the result with utype_formats_free. NULL: failure. */
utype_formats *utype_formats_of_path(
  const utype_signatures *signatures, const char *path, unsigned options, utype_error *error);
utype_formats *utype_formats_of_descriptor(
  const utype_signatures *signatures, int descriptor, const char *name, size_t length, utype_error *error);
utype_formats *utype_formats_of_bytes(
  const utype_signatures *signatures, const void *bytes, size_t count, uint64_t size, const char *name,
  size_t length, utype_error *error);

/* A format of an item. The texts are valid until the formats are freed. */
typedef struct utype_format {
  /* The identifier of PRONOM, such as "fmt/18". */
  const char *puid;
  const char *name;
  /* "" for a format without versions. */
  const char *version;
  /* The evidence in PRONOM's words, such as "extension match pdf; byte match at 0, 8". */
  const char *reason;
  /* UTYPE_BASIS_CONTENT, UTYPE_BASIS_CONTAINER, UTYPE_BASIS_TEXT, or UTYPE_BASIS_NAME for a name alone. */
  utype_basis basis;
} utype_format;

/* Returns the number of formats that remain after PRONOM's priorities; 0 if the handle is invalid. */
size_t utype_formats_count(const utype_formats *formats);
/* Fills a format and returns 1; returns 0 and writes nothing if there is none at the index. */
int utype_formats_item(const utype_formats *formats, size_t index, utype_format *format);
/* Returns 1 if no format that remains has the extension of the name, or else 0. */
int utype_formats_extension_mismatch(const utype_formats *formats);
/* Returns 1 if a search of more bytes could find another format, or else 0. */
int utype_formats_is_bounded(const utype_formats *formats);
void utype_formats_free(utype_formats *formats);

/* ---- Batches -------------------------------------------------------------------------------------- */

/* The structures of the Arrow C data interface, https://arrow.apache.org/docs/format/CDataInterface.html */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* The text that a batch gives for each row. */
typedef enum utype_column {
  UTYPE_COLUMN_IDENTIFIER = 0,
  UTYPE_COLUMN_MIME_TYPE = 1
} utype_column;

/* Looks up each name of a column, as utype_for_name does.

   schema, names: a column of strings or binary, large ones, views, binary of a fixed size, or nulls (the
   formats u, z, U, Z, vu, vz, w:N, n). It is not released.
   column: the text to give for each row.
   result_schema, result: the memory for a column of the same length: 32-bit indices into a dictionary
   of strings. A row is null if its name is null or has no type. The caller releases both.

   Returns UTYPE_OK or a failure, on which the results are not written. */
utype_status utype_batch_names(
  const utype_registry *registry, const struct ArrowSchema *schema, const struct ArrowArray *names,
  utype_column column, struct ArrowSchema *result_schema, struct ArrowArray *result, utype_error *error);

/* Identifies the bytes of each row of a column, as utype_identify_bytes does.

   schema, bytes: a column, as in utype_batch_names.
   names_schema, names: the names of the rows; NULL if they are not known. A name may be null.
   limit: rows of this size or more are the start of a longer item of unknown size; SIZE_MAX if all
   rows are complete.

   The other parameters and the result are as in utype_batch_names; a row is null if its bytes are. */
utype_status utype_batch_bytes(
  const utype_registry *registry, const struct ArrowSchema *schema, const struct ArrowArray *bytes,
  const struct ArrowSchema *names_schema, const struct ArrowArray *names, size_t limit,
  utype_column column, struct ArrowSchema *result_schema, struct ArrowArray *result, utype_error *error);

#ifdef __cplusplus
}
#endif

#endif
