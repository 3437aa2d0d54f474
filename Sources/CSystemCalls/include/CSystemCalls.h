/// What Linux offers and Swift's Glibc module does not export.
///
/// Every function returns what the system call returns, -1 with `errno` set included; nothing is
/// retried, nothing is translated. Constants are functions, because the importer drops macros that
/// are expressions.
#ifndef CSYSTEMCALLS_H
#define CSYSTEMCALLS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "FileWatching.h"
#include "ProcessCoordination.h"
#include "ProgramEnd.h"

/// Flags of `uti_renameat2`: fail with EEXIST where the new name exists; exchange both names.
extern const unsigned int UTI_RENAME_NOREPLACE;
extern const unsigned int UTI_RENAME_EXCHANGE;

/// Flags of open(2): an unnamed file in a directory; a descriptor that only names an object.
extern const int UTI_O_TMPFILE;
extern const int UTI_O_PATH;

/// The bytes of the buffer that `uti_borrow_head` gives.
enum { UTI_HEAD_SIZE = 16384 };

/// Memory of this thread for the first bytes of a file; NULL while it is lent out.
///
/// The C library takes longer to find so much memory than the system to read a small file into it.
void *uti_borrow_head(void);

/// Gives back what `uti_borrow_head` gave to this thread.
void uti_return_head(void);

/// renameat2(2), by its system call number, because not every C library wraps it.
int uti_renameat2(int old_directory, const char *old_path, int new_directory,
                  const char *new_path, unsigned int flags);

/// What statx(2) says that stat(2) does not: nanoseconds of every time, and the birth time.
typedef struct {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  uint64_t link_count;
  uint32_t mode;
  uint32_t user;
  uint32_t group;
  /// Whether the file system knows the birth time.
  uint8_t has_birth_time;
  int64_t modified_seconds, changed_seconds, birth_seconds;
  uint32_t modified_nanoseconds, changed_nanoseconds, birth_nanoseconds;
  /// STATX_ATTR_IMMUTABLE and STATX_ATTR_APPEND, each 0 or 1; and the root of a mount.
  uint8_t is_immutable, is_append_only, is_mount_root;
} uti_status;

/// statx(2) of `path` relative to `directory`; an empty path means the descriptor itself.
/// `follows_links` 0 describes a final symbolic link instead of what it points to.
int uti_status_at(int directory, const char *path, int follows_links, uti_status *status);

/// Whether a descriptor's file lies in the proc file system (fstatfs(2), PROC_SUPER_MAGIC).
int uti_is_in_proc(int descriptor);

/// getxattr(2) family on a descriptor. A size of 0 asks for the size needed.
/// fgetxattr(2) of `user.mime_type`.
ssize_t uti_mime_type_attribute(int descriptor, void *value, size_t size);

ssize_t uti_fgetxattr(int descriptor, const char *name, void *value, size_t size);
ssize_t uti_flistxattr(int descriptor, char *names, size_t size);
int uti_fsetxattr(int descriptor, const char *name, const void *value, size_t size);
int uti_fremovexattr(int descriptor, const char *name);

/// fallocate(2) of the first `size` bytes, without changing the size of the file.
int uti_reserve(int descriptor, int64_t size);

/// The nanoseconds by which utimensat(2) knows a time that stays as it is.
extern const long UTI_UTIME_OMIT;

/// Open file description locks (F_OFD_SETLK) on the whole file; `exclusive` 0 takes a shared one.
/// Never blocks: EAGAIN where somebody else holds it.
int uti_lock(int descriptor, int exclusive);
int uti_unlock(int descriptor);

/// The same on the byte at an offset, which need not be in the file.
int uti_lock_byte(int descriptor, int64_t offset, int exclusive);

/// Whether anybody has a file open for writing, or mapped so: 1 or 0; -1 where the system does not
/// tell that, or `descriptor` is open for more than reading.
///
/// The answer is whether the system gives a read lease (F_SETLEASE), which is given back at once.
/// Whoever opens the file for writing in between waits for that. The system then sends this process a
/// signal, SIGURG, which does nothing unless the program wants it: SIGIO, the usual one, would end it.
int uti_has_writer(int descriptor);

/// ioctl(FICLONE): shares the blocks of `source` with `destination`, both open regular files.
int uti_clone(int destination, int source);

/// copy_file_range(2) from and to the same offset of two files, whose positions stay.
ssize_t uti_copy_range(int source, int destination, int64_t offset, size_t count);

/// The cores that this process may use (sched_getaffinity(2)).
int uti_core_count(void);

/// malloc_trim(3): gives memory that has been freed back to the system, where the C library keeps
/// it and can be asked; elsewhere nothing happens.
void uti_give_back_memory(void);

/// Maps the first `size` bytes of a file so that they can be read whatever becomes of the file; NULL
/// with `errno` set where that cannot be.
///
/// Whoever makes a mapped file shorter has every process killed (SIGBUS) that reads what is gone. For
/// these mappings the signal is handled instead: from the lost page on there are zeros, and the loss
/// is counted. The handler is installed with the first mapping; signals that are about something else
/// go to the one that was there before. A handler that a program installs later and that does not
/// pass signals on takes this protection away.
const void *uti_map_file(int descriptor, size_t size);

/// Ends a mapping of `uti_map_file`, which nobody may read any more.
void uti_unmap_file(const void *start, size_t size);

/// Whether the mapping that begins at `start` has lost bytes.
int uti_has_lost_bytes(const void *start);

/// How often mappings of `uti_map_file` have lost bytes.
unsigned uti_mapping_losses(void);

/// Called in a signal handler whenever a mapping has lost bytes: it may do no more than set an atomic
/// variable.
typedef void (*uti_loss_handler)(void);
void uti_set_loss_handler(uti_loss_handler handler);

/// copy_file_range(2) from and to the current offsets.
ssize_t uti_copy_file_range(int source, int destination, size_t count);

#endif
