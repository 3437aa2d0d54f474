#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CUTISQLiteSession.h"

int mdoc_lock(int descriptor) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

void mdoc_close_locked(int descriptor) {
  struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(descriptor, F_OFD_SETLK, &lock);
  close(descriptor);
}

int mdoc_copy(int source, int destination) {
  if (ioctl(destination, FICLONE, source) == 0) return mdoc_shared;
  off_t done = 0;
  for (;;) {
    ssize_t count = copy_file_range(source, NULL, destination, NULL, (size_t)1 << 30, 0);
    if (count > 0) {
      done += count;
    } else if (count == 0) {
      // Some file systems without a size of their own for files say so of what they can be read of.
      if (done > 0) return mdoc_in_kernel;
      break;
    } else if (errno != EINTR) {
      if (errno == ENOSPC || errno == EDQUOT || errno == EIO || errno == EFBIG) return -errno;
      break;
    }
  }
  static const size_t portion = (size_t)1 << 18;
  char buffer[1 << 18];
  for (;;) {
    ssize_t count = read(source, buffer, portion);
    if (count == 0) return mdoc_by_hand;
    if (count < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    for (ssize_t written = 0; written < count;) {
      ssize_t step = write(destination, buffer + written, (size_t)(count - written));
      if (step >= 0) {
        written += step;
      } else if (errno != EINTR) {
        return -errno;
      }
    }
  }
}
