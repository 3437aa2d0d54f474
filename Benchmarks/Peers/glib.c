// GLib's content types: `glib names|is-a|files LIST`, and the nanoseconds for each line of the list.

#include "peer.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <unistd.h>

static size_t look_up_names(char **lines, size_t count) {
  size_t known = 0;
  for (size_t index = 0; index < count; index += 1) {
    gboolean uncertain;
    gchar *type = g_content_type_guess(lines[index], NULL, 0, &uncertain);
    known += !uncertain;
    g_free(type);
  }
  return known;
}

static size_t ask_pairs(char **lines, size_t count) {
  size_t yes = 0;
  for (size_t index = 0; index < count; index += 1) {
    // Lines are split at their tabs before the clock starts.
    const char *other = lines[index] + strlen(lines[index]) + 1;
    yes += g_content_type_is_a(lines[index], other);
  }
  return yes;
}

static size_t identify_files(char **lines, size_t count) {
  size_t known = 0;
  guchar buffer[4096];
  for (size_t index = 0; index < count; index += 1) {
    int descriptor = open(lines[index], O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) continue;
    ssize_t length = read(descriptor, buffer, sizeof buffer);
    close(descriptor);
    gchar *type =
        g_content_type_guess(lines[index], buffer, length > 0 ? (gsize)length : 0, NULL);
    known += type != NULL;
    g_free(type);
  }
  return known;
}

int main(int count, char **words) {
  return peer_main(count, words, look_up_names, ask_pairs, identify_files);
}
