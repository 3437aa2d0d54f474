/// What the least is that a task can take: the work that nobody can leave out, and nothing else.

#ifndef UTI_FLOORS_H
#define UTI_FLOORS_H

#include <stddef.h>
#include <stdint.h>

/// Parses an XML document with libxml2 and counts its elements.
///
/// - Returns: -1 when the document is not well-formed.
long floor_parse_xml(const char *_Nonnull bytes, int count);

/// Opens a file, asks for its size, reads its start and closes it.
///
/// - Parameters:
///   - path: the path of a file.
///   - buffer: where the bytes go.
///   - capacity: how many bytes are read at most.
/// - Returns: the number of bytes read; -1 when a call fails.
long floor_read_file(const char *_Nonnull path, void *_Nonnull buffer, size_t capacity);

/// A table from names to numbers: open addressing, FNV-1a, keys compared byte by byte.
typedef struct floor_table floor_table;

/// Makes a table of keys with their places as values.
floor_table *_Nonnull floor_make_table(const char *_Nonnull const *_Nonnull keys, size_t count);

/// Frees a table.
void floor_free_table(floor_table *_Nonnull table);

/// The place of the extension of a name among the keys; -1 when it is none of them.
long floor_look_up(const floor_table *_Nonnull table, const char *_Nonnull name, size_t length);

/// How often the calling thread has asked for memory.
unsigned long floor_allocations(void);

/// Adds up the words of a buffer: every byte is loaded once.
uint64_t floor_sum(const void *_Nonnull bytes, size_t count);

/// Whether one place in a bit matrix is set.
int floor_test_bit(const uint32_t *_Nonnull words, size_t row, size_t column, size_t width);

#endif
