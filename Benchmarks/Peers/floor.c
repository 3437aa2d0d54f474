// The minimum cost of identifying files by their contents: opening each, reading its size and its
// beginning, and closing it. `floor files LIST`, and the nanoseconds for each line of the list.

#include "peer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t do_nothing(char **lines, size_t count) {
  (void)lines;
  return count;
}

static size_t read_files(char **lines, size_t count) {
  size_t bytes = 0;
  static char buffer[4096];
  for (size_t index = 0; index < count; index += 1) {
    int descriptor = open(lines[index], O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) continue;
    struct stat status;
    if (fstat(descriptor, &status) == 0) bytes += (size_t)status.st_size;
    ssize_t length = pread(descriptor, buffer, sizeof buffer, 0);
    bytes += length > 0 ? (size_t)length : 0;
    close(descriptor);
  }
  return bytes;
}

int main(int count, char **words) {
  return peer_main(count, words, do_nothing, do_nothing, read_files);
}
