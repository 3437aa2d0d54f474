// Qt's MIME database: `qt names|is-a|files LIST`, and the nanoseconds for each line of the list.

#include "peer.h"

#include <QMimeDatabase>
#include <QMimeType>
#include <QString>

static size_t look_up_names(char **lines, size_t count) {
  QMimeDatabase database;
  size_t known = 0;
  for (size_t index = 0; index < count; index += 1) {
    QMimeType type = database.mimeTypeForFile(
        QString::fromUtf8(lines[index]), QMimeDatabase::MatchExtension);
    known += !type.isDefault();
  }
  return known;
}

static size_t ask_pairs(char **lines, size_t count) {
  QMimeDatabase database;
  size_t yes = 0;
  for (size_t index = 0; index < count; index += 1) {
    const char *other = lines[index] + strlen(lines[index]) + 1;
    yes += database.mimeTypeForName(QLatin1String(lines[index])).inherits(QLatin1String(other));
  }
  return yes;
}

static size_t identify_files(char **lines, size_t count) {
  QMimeDatabase database;
  size_t known = 0;
  for (size_t index = 0; index < count; index += 1) {
    known += database.mimeTypeForFile(QString::fromUtf8(lines[index])).isValid();
  }
  return known;
}

int main(int count, char **words) {
  return peer_main(count, words, look_up_names, ask_pairs, identify_files);
}
