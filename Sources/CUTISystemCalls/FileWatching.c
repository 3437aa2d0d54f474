#define _GNU_SOURCE
#include "FileWatching.h"

#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/vfs.h>

int uti_notices_open(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int uti_notices_add(int notices, const char *directory, uint32_t mask) {
  return inotify_add_watch(notices, directory, mask | IN_ONLYDIR | IN_MASK_ADD);
}

int uti_notices_remove(int notices, int watch) { return inotify_rm_watch(notices, watch); }

int uti_next_notice(const void *buffer, size_t size, size_t *offset, uti_notice *notice) {
  struct inotify_event event;
  if (*offset + sizeof event > size) return 0;
  const char *start = (const char *)buffer + *offset;
  // The bytes are copied, because the buffer is not aligned.
  memcpy(&event, start, sizeof event);
  if (*offset + sizeof event + event.len > size) return 0;
  notice->watch = event.wd;
  notice->mask = event.mask;
  notice->cookie = event.cookie;
  notice->name = event.len > 0 ? start + sizeof event : NULL;
  *offset += sizeof event + event.len;
  return 1;
}

int uti_waker_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void uti_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int uti_ending_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

uint64_t uti_file_system_kind(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status) != 0) return 0;
  return (uint32_t)status.f_type;
}
