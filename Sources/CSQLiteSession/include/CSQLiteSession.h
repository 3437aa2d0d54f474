// What ManagedDocuments needs of C: SQLite's sessions, whose declarations its header hides by
// default, and three system calls.
//
// Connections are pointers to anything: GRDB has a module of its own for sqlite3.h, and two of them
// need not meet. Functions return 0 or a result code of SQLite, where they say nothing else.
#ifndef CSQLITESESSION_H
#define CSQLITESESSION_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Begins to record the changes of all tables with a primary key.
int mdoc_session_begin(void *connection, void *_Nullable *_Nonnull session);

/// Ends a session and frees it.
void mdoc_session_end(void *session);

/// What has changed since the session began; to be freed with mdoc_free.
int mdoc_session_changeset(void *session, int *size, void *_Nullable *_Nonnull changeset);

/// Turns a changeset round; to be freed with mdoc_free.
int mdoc_changeset_invert(int size, const void *changeset, int *inverted_size,
                          void *_Nullable *_Nonnull inverted);

/// Applies a changeset, all of it or, where a row is not as it was, nothing.
int mdoc_changeset_apply(void *connection, int size, const void *changeset);

/// Frees what SQLite has allocated.
void mdoc_free(void *_Nullable memory);

/// Has triggers and foreign keys do what they do, or nothing.
///
/// `had` gets what they were, as bits: 1 for triggers, 2 for foreign keys.
int mdoc_set_actions(void *connection, int actions, int *had);

/// Forbids statements that damage the file, and functions of the schema that are not harmless.
int mdoc_distrust(void *connection);

/// Locks a file for this open descriptor; returns 0, or an error number.
int mdoc_lock(int descriptor);

/// How mdoc_copy has copied.
enum { mdoc_shared = 1, mdoc_in_kernel = 2, mdoc_by_hand = 3 };

/// Copies a whole file into an empty one by the best way there is; returns the way, or a negative
/// error number.
int mdoc_copy(int source, int destination);

#pragma clang assume_nonnull end

#endif
