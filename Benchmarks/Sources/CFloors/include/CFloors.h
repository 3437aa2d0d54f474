/// The floors of tasks: the work that every program needs, and nothing else.

#ifndef UTI_FLOORS_H
#define UTI_FLOORS_H

#include <stddef.h>
#include <stdint.h>

/// Parses an XML document with libxml2 and counts its elements.
///
/// - Returns: the number of elements; -1 if the document is not well-formed.
long floor_parse_xml(const char *_Nonnull bytes, int count);

/// Opens a file, reads its size and its start, and closes it.
///
/// - Parameters:
///   - path: the path of a file.
///   - buffer: the memory for the bytes.
///   - capacity: the maximum number of bytes to read.
/// - Returns: the number of bytes read; -1 when a call fails.
long floor_read_file(const char *_Nonnull path, void *_Nonnull buffer, size_t capacity);

/// A table from names to numbers: open addressing, FNV-1a, keys compared byte by byte.
typedef struct floor_table floor_table;

/// Makes a table of keys with their indices as values.
floor_table *_Nonnull floor_make_table(const char *_Nonnull const *_Nonnull keys, size_t count);

/// Frees a table.
void floor_free_table(floor_table *_Nonnull table);

/// Returns the index of the extension of a name among the keys; -1 if it is none of them.
long floor_look_up(const floor_table *_Nonnull table, const char *_Nonnull name, size_t length);

/// Returns the number of memory allocations of the calling thread.
unsigned long floor_allocations(void);

/// Returns the sum of the words of a buffer: every byte is loaded once.
uint64_t floor_sum(const void *_Nonnull bytes, size_t count);

/// Returns 1 if a bit of a matrix is set, and otherwise 0.
int floor_test_bit(const uint32_t *_Nonnull words, size_t row, size_t column, size_t width);

#endif
