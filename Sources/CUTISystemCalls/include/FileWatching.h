/// Notices of changes in directories (inotify), and the event that wakes a thread that waits for
/// them.
#ifndef UTI_FILE_WATCHING_H
#define UTI_FILE_WATCHING_H

#include <stddef.h>
#include <stdint.h>

/// The subjects of a notice; the bits of inotify(7).
enum {
  UTI_NOTICE_MODIFIED = 0x00000002,
  UTI_NOTICE_ATTRIBUTES = 0x00000004,
  UTI_NOTICE_CLOSED_AFTER_WRITING = 0x00000008,
  UTI_NOTICE_MOVED_FROM = 0x00000040,
  UTI_NOTICE_MOVED_TO = 0x00000080,
  UTI_NOTICE_CREATED = 0x00000100,
  UTI_NOTICE_DELETED = 0x00000200,
  UTI_NOTICE_DIRECTORY_DELETED = 0x00000400,
  UTI_NOTICE_DIRECTORY_MOVED = 0x00000800,
  UTI_NOTICE_UNMOUNTED = 0x00002000,
  UTI_NOTICE_OVERFLOW = 0x00004000,
  UTI_NOTICE_WATCH_ENDED = 0x00008000,
  UTI_NOTICE_IS_DIRECTORY = 0x40000000
};

/// inotify_init1(2), closed on exec and never blocking.
int uti_notices_open(void);

/// inotify_add_watch(2) of a directory only; an existing watch keeps its events.
int uti_notices_add(int notices, const char *directory, uint32_t mask);

/// inotify_rm_watch(2).
int uti_notices_remove(int notices, int watch);

/// A notice in a buffer that read(2) has filled.
typedef struct {
  int32_t watch;
  uint32_t mask;
  uint32_t cookie;
  /// The name in the directory, ended by NUL, in the buffer; NULL for the directory itself.
  const char *name;
} uti_notice;

/// Returns the notice at an offset and advances the offset to the next one; 0 when there is none.
int uti_next_notice(const void *buffer, size_t size, size_t *offset, uti_notice *notice);

/// eventfd(2), closed on exec and never blocking.
int uti_waker_open(void);

/// prctl(PR_SET_NAME): the name of the calling thread, of at most 15 bytes.
void uti_name_thread(const char *name);

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread, and returns a signalfd(2) that is
/// readable when one of them was sent.
int uti_ending_signals(void);

/// fstatfs(2): the number of the kind of file system, 0 if it is unknown.
uint64_t uti_file_system_kind(int descriptor);

#endif
