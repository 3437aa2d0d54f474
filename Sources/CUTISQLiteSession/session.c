// SQLite is needed only with the trait ManagedDocuments.
#ifdef MANAGED_DOCUMENTS
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#include <stddef.h>

#include "CUTISQLiteSession.h"

int mdoc_session_begin(void *connection, void **session) {
  sqlite3_session *made = NULL;
  int code = sqlite3session_create(connection, "main", &made);
  if (code == SQLITE_OK) code = sqlite3session_attach(made, NULL);
  if (code != SQLITE_OK && made) {
    sqlite3session_delete(made);
    made = NULL;
  }
  *session = made;
  return code;
}

void mdoc_session_end(void *session) { sqlite3session_delete(session); }

int mdoc_session_changeset(void *session, int *size, void **changeset) {
  return sqlite3session_changeset(session, size, changeset);
}

int mdoc_changeset_invert(int size, const void *changeset, int *inverted_size, void **inverted) {
  return sqlite3changeset_invert(size, changeset, inverted_size, inverted);
}

static int abort_at_conflict(void *context, int kind, sqlite3_changeset_iter *iterator) {
  (void)context;
  (void)kind;
  (void)iterator;
  return SQLITE_CHANGESET_ABORT;
}

int mdoc_changeset_apply(void *connection, int size, const void *changeset) {
  return sqlite3changeset_apply(connection, size, (void *)changeset, NULL, abort_at_conflict, NULL);
}

void mdoc_free(void *memory) { sqlite3_free(memory); }

int mdoc_set_actions(void *connection, int actions, int *had) {
  int triggers = 0, keys = 0;
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &triggers);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &keys);
  *had = (triggers ? 1 : 0) | (keys ? 2 : 0);
  int code =
      sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, actions & 1 ? 1 : 0, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, actions & 2 ? 1 : 0, NULL);
}

int mdoc_distrust(void *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}
#endif
