/// System calls and functions of Linux that Swift's Glibc module does not export.
///
/// Every function returns the result of its system call, which is -1 with `errno` set after a
/// failure. No call is retried, and no error is translated. Constants are functions, because the
/// importer drops macros that are expressions.
#ifndef CSYSTEMCALLS_H
#define CSYSTEMCALLS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "FileWatching.h"
#include "MainLoop.h"
#include "ProcessCoordination.h"
#include "ProcessRestriction.h"
#include "ProgramEnd.h"

/// Flags of `uti_renameat2`: fail with EEXIST if the new name exists; atomically exchange both
/// names.
extern const unsigned int UTI_RENAME_NOREPLACE;
extern const unsigned int UTI_RENAME_EXCHANGE;

/// Flags of open(2): an unnamed file in a directory; a descriptor that only names an object.
extern const int UTI_O_TMPFILE;
extern const int UTI_O_PATH;

/// The size of the buffer that `uti_borrow_head` returns.
enum { UTI_HEAD_SIZE = 16384 };

/// Returns memory of this thread for the first bytes of a file; NULL while it is borrowed.
///
/// An allocation of this size by the C library takes longer than reading a small file.
void *uti_borrow_head(void);

/// Returns the memory that `uti_borrow_head` lent to this thread.
void uti_return_head(void);

/// renameat2(2), by its system call number, because not every C library wraps it.
int uti_renameat2(int old_directory, const char *old_path, int new_directory,
                  const char *new_path, unsigned int flags);

/// The results of statx(2) that stat(2) lacks: nanoseconds of every time, and the birth time.
typedef struct {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  uint64_t link_count;
  uint32_t mode;
  uint32_t user;
  uint32_t group;
  /// 1 if the file system stores the birth time, or else 0.
  uint8_t has_birth_time;
  int64_t modified_seconds, changed_seconds, birth_seconds;
  uint32_t modified_nanoseconds, changed_nanoseconds, birth_nanoseconds;
  /// STATX_ATTR_IMMUTABLE and STATX_ATTR_APPEND, each 0 or 1; and the root of a mount.
  uint8_t is_immutable, is_append_only, is_mount_root;
} uti_status;

/// statx(2) of `path` relative to `directory`; an empty path means the descriptor itself.
/// `follows_links` 0 describes a final symbolic link instead of its target.
int uti_status_at(int directory, const char *path, int follows_links, uti_status *status);

/// 1 if a descriptor's file is in the proc file system (fstatfs(2), PROC_SUPER_MAGIC), or else 0.
int uti_is_in_proc(int descriptor);

/// getxattr(2) family on a descriptor. A size of 0 returns the required size.
/// fgetxattr(2) of `user.mime_type`.
ssize_t uti_mime_type_attribute(int descriptor, void *value, size_t size);

ssize_t uti_fgetxattr(int descriptor, const char *name, void *value, size_t size);
ssize_t uti_flistxattr(int descriptor, char *names, size_t size);
int uti_fsetxattr(int descriptor, const char *name, const void *value, size_t size);
int uti_fremovexattr(int descriptor, const char *name);

/// fallocate(2) of the first `size` bytes, without changing the size of the file.
int uti_reserve(int descriptor, int64_t size);

/// The value of the nanoseconds with which utimensat(2) leaves a time unchanged.
extern const long UTI_UTIME_OMIT;

/// Returns 1 if a process has the file open for writing or has a writable map of it, or else 0; -1
/// if the system does not report it, or if `descriptor` is open for more than reading.
///
/// The function requests a read lease (F_SETLEASE) and releases it at once. A process that opens
/// the file for writing in between waits for the release. The system then sends SIGURG to this
/// process, which has no effect by default: SIGIO, the usual signal, would end the process.
int uti_has_writer(int descriptor);

/// ioctl(FICLONE): shares the blocks of `source` with `destination`, both open regular files.
int uti_clone(int destination, int source);

/// copy_file_range(2) from and to the same offset of two files, without moving their positions.
ssize_t uti_copy_range(int source, int destination, int64_t offset, size_t count);

/// The number of cores that this process may use (sched_getaffinity(2)).
int uti_core_count(void);

/// gettid(2).
int uti_thread_id(void);

/// What a thread in a system call waits for.
enum uti_wait {
  UTI_WAIT_OTHER,
  UTI_WAIT_INPUT,
  UTI_WAIT_TIME,
  UTI_WAIT_EVENTS,
  UTI_WAIT_THREAD,
};
enum uti_wait uti_wait_of_call(long number);

/// 1 if the buffer of the standard input has a whole line, 0 if it has none or is not known.
int uti_has_buffered_line(void);

/// Calls `body` once for each number below `count`, each on its own thread; number 0 is on the
/// calling thread. Returns when all calls have returned.
///
/// If the system makes no more threads (EAGAIN), the calling thread makes the remaining calls one
/// after another.
void uti_run_on_threads(int count, void (*body)(void *context, int number), void *context);

/// The transfer of bytes that this thread makes; NULL, or what `uti_set_transfer` was given last.
void *uti_transfer(void);
void uti_set_transfer(void *transfer);

/// malloc_trim(3): returns freed memory to the system, if the C library has the function.
void uti_give_back_memory(void);

/// Maps the first `size` bytes of a file so that they stay readable if the file is truncated; NULL
/// with `errno` set after a failure.
///
/// If a mapped file is truncated, SIGBUS normally ends every process that reads the lost bytes. For
/// these mappings the signal is handled instead: the mapping has zeros from the lost page on, and
/// the loss is counted. The handler is installed with the first mapping. It forwards unrelated
/// signals to the previous handler. A later handler of the program that does not forward signals
/// disables this protection.
const void *uti_map_file(int descriptor, size_t size);

/// Ends a mapping of `uti_map_file`, which must not be read any more.
void uti_unmap_file(const void *start, size_t size);

/// The number of times that mappings of `uti_map_file` have lost bytes.
unsigned uti_mapping_losses(void);

#endif
