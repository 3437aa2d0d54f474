#define _GNU_SOURCE
#include "CUTISystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

const unsigned int UTI_RENAME_NOREPLACE = RENAME_NOREPLACE;
const unsigned int UTI_RENAME_EXCHANGE = RENAME_EXCHANGE;
const int UTI_O_TMPFILE = O_TMPFILE;
const int UTI_O_PATH = O_PATH;

static _Thread_local unsigned char head[UTI_HEAD_SIZE] __attribute__((aligned(16)));
static _Thread_local int head_is_lent;

void *uti_borrow_head(void) {
  if (head_is_lent) return NULL;
  head_is_lent = 1;
  return head;
}

void uti_return_head(void) { head_is_lent = 0; }

int uti_renameat2(int old_directory, const char *old_path, int new_directory,
                  const char *new_path, unsigned int flags) {
  return (int)syscall(SYS_renameat2, old_directory, old_path, new_directory, new_path, flags);
}

int uti_core_count(void) {
  cpu_set_t cores;
  // Fails if there are more cores than the set has places for.
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : get_nprocs();
}

int uti_thread_id(void) { return (int)syscall(SYS_gettid); }

enum uti_wait uti_wait_of_call(long number) {
  switch (number) {
  case SYS_read:
  case SYS_readv:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_accept:
  case SYS_accept4:
    return UTI_WAIT_INPUT;
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
    return UTI_WAIT_TIME;
#ifdef SYS_poll
  case SYS_poll:
  case SYS_select:
  case SYS_epoll_wait:
#endif
  case SYS_ppoll:
  case SYS_pselect6:
  case SYS_epoll_pwait:
    return UTI_WAIT_EVENTS;
  case SYS_futex:
    return UTI_WAIT_THREAD;
  default:
    return UTI_WAIT_OTHER;
  }
}

int uti_has_buffered_line(void) {
#ifdef __GLIBC__
  // Another thread may wait in a read with the lock.
  if (ftrylockfile(stdin) != 0) return 0;
  const char *next = stdin->_IO_read_ptr;
  int has_line = next && memchr(next, '\n', (size_t)(stdin->_IO_read_end - next)) != NULL;
  funlockfile(stdin);
  return has_line;
#else
  return 0;
#endif
}

static _Thread_local void *current_transfer;

void *uti_transfer(void) { return current_transfer; }

void uti_set_transfer(void *transfer) { current_transfer = transfer; }

struct thread_call {
  void (*body)(void *context, int number);
  void *context;
  int number;
  pthread_t thread;
};

static void *run_call(void *call) {
  struct thread_call *own = call;
  own->body(own->context, own->number);
  return NULL;
}

void uti_run_on_threads(int count, void (*body)(void *context, int number), void *context) {
  int started = 1;
  struct thread_call *calls = count > 1 ? calloc((size_t)count, sizeof *calls) : NULL;
  for (; calls && started < count; started++) {
    struct thread_call *call = &calls[started];
    *call = (struct thread_call){.body = body, .context = context, .number = started};
    if (pthread_create(&call->thread, NULL, run_call, call) != 0) break;
  }
  if (count > 0) body(context, 0);
  for (int number = started; number < count; number++) body(context, number);
  for (int number = 1; number < started; number++) pthread_join(calls[number].thread, NULL);
  free(calls);
}

int uti_status_at(int directory, const char *path, int follows_links, uti_status *status) {
  struct statx buffer;
  // The empty path names an open item; without an open item it names nothing.
  int flags = (directory == AT_FDCWD ? 0 : AT_EMPTY_PATH) | AT_NO_AUTOMOUNT |
              (follows_links ? 0 : AT_SYMLINK_NOFOLLOW);
  unsigned int mask = STATX_BASIC_STATS | STATX_BTIME;
  if (statx(directory, path, flags, mask, &buffer) != 0) return -1;
  // For file systems in user space and networks, the kernel caches sizes and times, once for each
  // name of a file. The cache of one name does not have the writes through another name. These file
  // systems have no block device, so their device numbers are anonymous.
  if (S_ISREG(buffer.stx_mode) && buffer.stx_nlink > 1 && buffer.stx_dev_major == 0 &&
      statx(directory, path, flags | AT_STATX_FORCE_SYNC, mask, &buffer) != 0)
    return -1;
  memset(status, 0, sizeof *status);
  status->device = makedev(buffer.stx_dev_major, buffer.stx_dev_minor);
  status->inode = buffer.stx_ino;
  status->size = buffer.stx_size;
  status->link_count = buffer.stx_nlink;
  status->mode = buffer.stx_mode;
  status->user = buffer.stx_uid;
  status->group = buffer.stx_gid;
  status->modified_seconds = buffer.stx_mtime.tv_sec;
  status->modified_nanoseconds = buffer.stx_mtime.tv_nsec;
  status->changed_seconds = buffer.stx_ctime.tv_sec;
  status->changed_nanoseconds = buffer.stx_ctime.tv_nsec;
  if (buffer.stx_mask & STATX_BTIME) {
    status->has_birth_time = 1;
    status->birth_seconds = buffer.stx_btime.tv_sec;
    status->birth_nanoseconds = buffer.stx_btime.tv_nsec;
  }
  status->is_immutable = (buffer.stx_attributes & STATX_ATTR_IMMUTABLE) != 0;
  status->is_append_only = (buffer.stx_attributes & STATX_ATTR_APPEND) != 0;
  status->is_mount_root = (buffer.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  return 0;
}

int uti_is_in_proc(int descriptor) {
  struct statfs file_system;
  return fstatfs(descriptor, &file_system) == 0 && file_system.f_type == PROC_SUPER_MAGIC;
}

ssize_t uti_mime_type_attribute(int descriptor, void *value, size_t size) {
  return fgetxattr(descriptor, "user.mime_type", value, size);
}

ssize_t uti_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
  return fgetxattr(descriptor, name, value, size);
}

ssize_t uti_flistxattr(int descriptor, char *names, size_t size) {
  return flistxattr(descriptor, names, size);
}

int uti_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
  return fsetxattr(descriptor, name, value, size, 0);
}

int uti_fremovexattr(int descriptor, const char *name) {
  return fremovexattr(descriptor, name);
}

const long UTI_UTIME_OMIT = UTIME_OMIT;

int uti_reserve(int descriptor, int64_t size) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size);
}

int uti_has_writer(int descriptor) {
  if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0) {
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
  }
  if (errno != EAGAIN) return -1;
  // The descriptor itself may be the one for writing.
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY ? 1 : -1;
}

int uti_clone(int destination, int source) {
  return ioctl(destination, FICLONE, source);
}

void uti_give_back_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

ssize_t uti_copy_range(int source, int destination, int64_t offset, size_t count) {
  off_t from = offset, to = offset;
  return copy_file_range(source, &from, destination, &to, count, 0);
}
