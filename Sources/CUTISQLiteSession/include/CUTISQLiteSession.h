// The C functions for UniformManagedDocuments: SQLite's sessions, whose declarations its header hides by
// default, and three system calls.
//
// Connections are pointers to void: GRDB has a separate module for sqlite3.h, and the two modules
// need not be compatible. Functions return 0 or a result code of SQLite, unless their comment
// states otherwise.
#ifndef CSQLITESESSION_H
#define CSQLITESESSION_H

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Begins to record the changes of all tables with a primary key.
int mdoc_session_begin(void *connection, void *_Nullable *_Nonnull session);

/// Ends a session and frees it.
void mdoc_session_end(void *session);

/// Returns the changes since the session began; to be freed with mdoc_free.
int mdoc_session_changeset(void *session, int *size, void *_Nullable *_Nonnull changeset);

/// Inverts a changeset; to be freed with mdoc_free.
int mdoc_changeset_invert(int size, const void *changeset, int *inverted_size,
                          void *_Nullable *_Nonnull inverted);

/// Applies a whole changeset, or nothing if a row has changed.
int mdoc_changeset_apply(void *connection, int size, const void *changeset);

/// Frees memory of SQLite.
void mdoc_free(void *_Nullable memory);

/// Enables or disables triggers and foreign keys.
///
/// `had` receives the previous settings, as bits: 1 for triggers, 2 for foreign keys.
int mdoc_set_actions(void *connection, int actions, int *had);

/// Forbids statements that damage the file, and functions of the schema that are not harmless.
int mdoc_distrust(void *connection);

#pragma clang assume_nonnull end

#endif
