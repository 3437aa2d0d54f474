#define _GNU_SOURCE
#include "ProcessRestriction.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers and bits of linux/landlock.h, which older headers lack. All processors have the same
// numbers of these calls.
enum {
  LANDLOCK_CREATE_RULESET = 444,
  LANDLOCK_RESTRICT_SELF = 446,
  LANDLOCK_VERSION_FLAG = 1
};

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  // Removing directories and files; making devices, directories, files, sockets, pipes and links.
  CHANGE_NAMES = 0x1FF << 4,
  LINK_OR_RENAME = 1 << 13,
  TRUNCATE = 1 << 14,
  BIND_OR_CONNECT = 1 << 0 | 1 << 1,
  ABSTRACT_SOCKETS_AND_SIGNALS = 1 << 0 | 1 << 1
};

static int restrict_files(int permits_writing) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
  if (version < 1) return 0;
  struct landlock_rules rules = {.files = EXECUTE};
  if (!permits_writing) {
    // A rule set names only what the kernel's version of Landlock knows.
    rules.files |= WRITE_FILE | CHANGE_NAMES;
    if (version >= 2) rules.files |= LINK_OR_RENAME;
    if (version >= 3) rules.files |= TRUNCATE;
  }
  if (version >= 4) rules.network = BIND_OR_CONNECT;
  if (version >= 6) rules.scope = ABSTRACT_SOCKETS_AND_SIGNALS;
  size_t size = version >= 6   ? sizeof rules
                : version >= 4 ? offsetof(struct landlock_rules, scope)
                               : offsetof(struct landlock_rules, network);
  int set = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  if (set < 0) return 0;
  long result = syscall(LANDLOCK_RESTRICT_SELF, set, 0);
  int error = errno;
  close(set);
  errno = error;
  return result == 0;
}

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The calls of another system-call table of the processor (x32) begin here.
enum { FOREIGN_CALLS = 0x40000000 };

static const uint32_t refused[] = {
    // Programs and other processes.
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    // The network.
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // Mounts and namespaces.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns,
    // The kernel.
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_kexec_load, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct,
    SYS_add_key, SYS_request_key, SYS_keyctl, SYS_open_by_handle_at, SYS_personality,
    // io_uring_setup(2), open_tree, move_mount, fsopen and pidfd_getfd, whose calls a filter does not
    // see or which older headers lack; all processors have the same numbers.
    425, 428, 429, 430, 438};

// Landlock does not restrict these.
static const uint32_t refused_changes[] = {
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr,
    SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr};

#define COUNT(list) (sizeof(list) / sizeof *(list))
enum {
  REFUSED = SECCOMP_RET_ERRNO | EPERM,
  MOST_INSTRUCTIONS = 8 + COUNT(refused) + COUNT(refused_changes)
};

struct filter {
  struct sock_filter instructions[MOST_INSTRUCTIONS];
  unsigned short count;
};

static void add(struct filter *filter, struct sock_filter instruction) {
  filter->instructions[filter->count++] = instruction;
}

// Continues with the last instruction, which refuses, if a number of a list was called.
static void refuse(struct filter *filter, const uint32_t *calls, size_t count, size_t total) {
  for (size_t index = 0; index < count; index++) {
    unsigned char distance = (unsigned char)(total - 2 - filter->count);
    add(filter,
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[index], distance, 0));
  }
}

static int restrict_calls(int permits_writing) {
  size_t total = 7 + COUNT(refused) + (permits_writing ? 0 : COUNT(refused_changes));
  struct filter filter = {.count = 0};
  add(&filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                            offsetof(struct seccomp_data, arch)));
  add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0));
  add(&filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, REFUSED));
  add(&filter,
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS,
                                            (unsigned char)(total - 2 - filter.count), 0));
  refuse(&filter, refused, COUNT(refused), total);
  if (!permits_writing) refuse(&filter, refused_changes, COUNT(refused_changes), total);
  add(&filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  add(&filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, REFUSED));
  struct sock_fprog program = {.len = filter.count, .filter = filter.instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

int uti_restrict_process(int permits_writing) {
  int result = 0;
  // Both need it, because a program with more rights would be misled by a restriction.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  if (restrict_files(permits_writing)) result |= UTI_FILES_RESTRICTED;
  int error = errno;
  if (restrict_calls(permits_writing)) {
    result |= UTI_CALLS_RESTRICTED;
    errno = error;
  }
  return result;
}

#else

int uti_restrict_process(int permits_writing) {
  (void)permits_writing;
  errno = ENOSYS;
  return 0;
}

#endif
