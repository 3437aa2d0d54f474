#define _GNU_SOURCE
#include "ProcessRestriction.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <linux/audit.h>
#include <linux/fs.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

// MARK: - Files

// The numbers and bits of linux/landlock.h, which older headers lack. All processors have the same
// numbers of these calls.
enum {
  LANDLOCK_CREATE_RULESET = 444,
  LANDLOCK_ADD_RULE = 445,
  LANDLOCK_RESTRICT_SELF = 446,
  LANDLOCK_VERSION_FLAG = 1,
  LANDLOCK_PATH_BENEATH = 1
};

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scope;
};

// The rights on what is in a folder.
struct landlock_folder {
  uint64_t files;
  int32_t folder;
} __attribute__((packed));

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  // Removing directories and files; making devices, directories, files, sockets, pipes and links.
  CHANGE_NAMES = 0x1FF << 4,
  REMOVE_FILE = 1 << 5,
  LINK_OR_RENAME = 1 << 13,
  TRUNCATE = 1 << 14,
  CONTROL_DEVICES = 1 << 15,
  BIND_OR_CONNECT = 1 << 0 | 1 << 1,
  ABSTRACT_SOCKETS_AND_SIGNALS = 1 << 0 | 1 << 1
};

// Returns the version of Landlock that is in force, or 0.
static int restrict_files(uti_permission permission, const int *folders, int count) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
  if (version < 1) return 0;
  struct landlock_rules rules = {.files = EXECUTE};
  if (permission != UTI_PERMITS_WRITING || count > 0) {
    // A rule set names only what the kernel's version of Landlock knows.
    rules.files |= WRITE_FILE | CHANGE_NAMES;
    if (version >= 2) rules.files |= LINK_OR_RENAME;
    if (version >= 3) rules.files |= TRUNCATE;
  }
  if (version >= 4) rules.network = BIND_OR_CONNECT;
  if (version >= 5) rules.files |= CONTROL_DEVICES;
  if (version >= 6) rules.scope = ABSTRACT_SOCKETS_AND_SIGNALS;
  size_t size = version >= 6   ? sizeof rules
                : version >= 4 ? offsetof(struct landlock_rules, scope)
                               : offsetof(struct landlock_rules, network);
  int set = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  if (set < 0) return 0;
  struct landlock_folder permitted = {
      .files = permission == UTI_PERMITS_WRITING || permission == UTI_PERMITS_REPLACING
                   ? rules.files & ~(uint64_t)(EXECUTE | CONTROL_DEVICES)
                   : REMOVE_FILE};
  long result = 0;
  for (int index = 0; index < count && result == 0; index++) {
    permitted.folder = folders[index];
    result = syscall(LANDLOCK_ADD_RULE, set, LANDLOCK_PATH_BENEATH, &permitted, 0);
  }
  if (result == 0) result = syscall(LANDLOCK_RESTRICT_SELF, set, 0);
  int error = errno;
  close(set);
  errno = error;
  return result == 0 ? (int)version : 0;
}

// MARK: - System calls

// Which calls a process may make, and with which arguments. Everything else is refused.
enum action {
  REFUSED,
  PERMITTED,
  // clone3(2) has its flags in memory, which a filter does not see. The C library then uses clone(2).
  UNKNOWN,
  // A descriptor for reading only, which makes, truncates or appends to no file.
  OPEN_SECOND,
  OPEN_THIRD,
  // Memory that is not executable.
  PROTECTION_THIRD,
  // A thread of this process.
  THREAD,
  // The size and the presence of a terminal.
  TERMINAL,
  // The same, and sharing the blocks of files.
  TERMINAL_OR_CLONE,
  // The flags of a descriptor, and locks.
  DESCRIPTOR,
  // The same, and leases.
  DESCRIPTOR_OR_LEASE,
  // Advice on memory that needs no rights.
  ADVICE,
  // A signal to this process.
  SIGNAL_TO_SELF,
  // The limits of this process, not changed.
  LIMITS_OF_SELF,
  // The name of a mapping in memory, or of a thread.
  NAMES
};

// clone3(2), faccessat2(2) and rseq(2), which older headers lack.
enum {
  FACCESSAT2 = 439,
  CLONE3 = 435,
#if defined(__x86_64__)
  RSEQ = 334
#else
  RSEQ = 293
#endif
};

struct rule {
  uint32_t number;
  uint8_t action;
};

// Reading files, memory, threads, time and the end of the process.
static const struct rule reading[] = {
    {SYS_read, PERMITTED},
    {SYS_readv, PERMITTED},
    {SYS_pread64, PERMITTED},
    {SYS_preadv, PERMITTED},
    {SYS_write, PERMITTED},
    {SYS_writev, PERMITTED},
    {SYS_close, PERMITTED},
    {SYS_lseek, PERMITTED},
    {SYS_openat, OPEN_THIRD},
    {SYS_fstat, PERMITTED},
    {SYS_newfstatat, PERMITTED},
    {SYS_statx, PERMITTED},
    {SYS_statfs, PERMITTED},
    {SYS_fstatfs, PERMITTED},
    {SYS_faccessat, PERMITTED},
    {FACCESSAT2, PERMITTED},
    {SYS_getdents64, PERMITTED},
    {SYS_readlinkat, PERMITTED},
    {SYS_getcwd, PERMITTED},
    {SYS_getxattr, PERMITTED},
    {SYS_lgetxattr, PERMITTED},
    {SYS_fgetxattr, PERMITTED},
    {SYS_listxattr, PERMITTED},
    {SYS_llistxattr, PERMITTED},
    {SYS_flistxattr, PERMITTED},
    {SYS_fadvise64, PERMITTED},
    {SYS_fcntl, DESCRIPTOR},
    {SYS_flock, PERMITTED},
    {SYS_dup, PERMITTED},
    {SYS_ioctl, TERMINAL},
    {SYS_ppoll, PERMITTED},
    {SYS_inotify_init1, PERMITTED},
    {SYS_inotify_add_watch, PERMITTED},
    {SYS_inotify_rm_watch, PERMITTED},
    {SYS_signalfd4, PERMITTED},
    {SYS_eventfd2, PERMITTED},
    {SYS_brk, PERMITTED},
    {SYS_mmap, PROTECTION_THIRD},
    {SYS_mprotect, PROTECTION_THIRD},
    {SYS_munmap, PERMITTED},
    {SYS_mremap, PERMITTED},
    {SYS_madvise, ADVICE},
    {SYS_futex, PERMITTED},
    {SYS_clone, THREAD},
    {CLONE3, UNKNOWN},
    {SYS_set_robust_list, PERMITTED},
    {RSEQ, PERMITTED},
    {SYS_sched_getaffinity, PERMITTED},
    {SYS_sched_yield, PERMITTED},
    {SYS_prctl, NAMES},
    {SYS_exit, PERMITTED},
    {SYS_exit_group, PERMITTED},
    {SYS_rt_sigaction, PERMITTED},
    {SYS_rt_sigprocmask, PERMITTED},
    {SYS_rt_sigreturn, PERMITTED},
    {SYS_sigaltstack, PERMITTED},
    {SYS_restart_syscall, PERMITTED},
    {SYS_tgkill, SIGNAL_TO_SELF},
    {SYS_prlimit64, LIMITS_OF_SELF},
    {SYS_getpid, PERMITTED},
    {SYS_gettid, PERMITTED},
    {SYS_getuid, PERMITTED},
    {SYS_geteuid, PERMITTED},
    {SYS_getgid, PERMITTED},
    {SYS_getegid, PERMITTED},
    {SYS_uname, PERMITTED},
    {SYS_sysinfo, PERMITTED},
    {SYS_getrandom, PERMITTED},
    {SYS_gettimeofday, PERMITTED},
    {SYS_clock_gettime, PERMITTED},
    {SYS_clock_getres, PERMITTED},
    {SYS_clock_nanosleep, PERMITTED},
    {SYS_nanosleep, PERMITTED},
#if defined(__x86_64__)
    {SYS_open, OPEN_SECOND},
    {SYS_stat, PERMITTED},
    {SYS_lstat, PERMITTED},
    {SYS_access, PERMITTED},
    {SYS_readlink, PERMITTED},
    {SYS_poll, PERMITTED},
    {SYS_time, PERMITTED},
    {SYS_getrlimit, PERMITTED},
#endif
};

// What a command also needs that removes a file of its own.
static const struct rule removing[] = {{SYS_unlinkat, PERMITTED}};

// What a command also needs that replaces files of its own, and restricts itself further.
static const struct rule replacing[] = {
    {SYS_openat, PERMITTED},
    {SYS_dup3, PERMITTED},
    {SYS_mkdirat, PERMITTED},
    {SYS_unlinkat, PERMITTED},
    {SYS_renameat2, PERMITTED},
    {SYS_fsync, PERMITTED},
    {SYS_utimensat, PERMITTED},
    {SYS_rt_sigtimedwait, PERMITTED},
    {SYS_seccomp, PERMITTED},
    {LANDLOCK_CREATE_RULESET, PERMITTED},
    {LANDLOCK_ADD_RULE, PERMITTED},
    {LANDLOCK_RESTRICT_SELF, PERMITTED},
#if defined(__x86_64__)
    {SYS_open, PERMITTED},
    {SYS_dup2, PERMITTED},
    {SYS_mkdir, PERMITTED},
    {SYS_unlink, PERMITTED},
    {SYS_rename, PERMITTED},
    {SYS_renameat, PERMITTED},
#endif
};

// What a command also needs that writes files in other ways.
static const struct rule writing[] = {
    {SYS_pwrite64, PERMITTED},
    {SYS_pwritev, PERMITTED},
    {SYS_ftruncate, PERMITTED},
    {SYS_fallocate, PERMITTED},
    {SYS_fdatasync, PERMITTED},
    {SYS_sync_file_range, PERMITTED},
    {SYS_copy_file_range, PERMITTED},
    {SYS_sendfile, PERMITTED},
    {SYS_linkat, PERMITTED},
    {SYS_symlinkat, PERMITTED},
    {SYS_fchmod, PERMITTED},
    {SYS_fchmodat, PERMITTED},
    {SYS_fchown, PERMITTED},
    {SYS_fsetxattr, PERMITTED},
    {SYS_fremovexattr, PERMITTED},
    {SYS_setxattr, PERMITTED},
    {SYS_lsetxattr, PERMITTED},
    {SYS_removexattr, PERMITTED},
    {SYS_lremovexattr, PERMITTED},
    {SYS_fchownat, PERMITTED},
    {SYS_umask, PERMITTED},
    {SYS_fcntl, DESCRIPTOR_OR_LEASE},
    {SYS_ioctl, TERMINAL_OR_CLONE},
#if defined(__x86_64__)
    {SYS_rmdir, PERMITTED},
    {SYS_link, PERMITTED},
    {SYS_symlink, PERMITTED},
    {SYS_chmod, PERMITTED},
#endif
};

// A condition on an argument: its lower half, masked, is one of the values.
struct condition {
  uint8_t argument;
  // 1 for the upper half of the argument, or else 0.
  uint8_t is_upper_half;
  uint8_t value_count;
  uint32_t mask;
  uint32_t values[12];
};

enum {
  MAKES_OR_WRITES = O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY),
  PR_NAME_MAPPING = 0x53564d41,
  // MADV_HWPOISON and MADV_SOFT_OFFLINE, which take memory from the machine, are greater.
  GREATEST_ADVICE = 31
};

// The conditions of an action, which must all hold; `count` is their number.
static const struct condition *conditions_of(enum action action, size_t *count) {
#define ONE_OF(...) .values = {__VA_ARGS__}, \
                    .value_count = sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)
#define CONDITIONS(...) \
  { \
    static const struct condition conditions[] = {__VA_ARGS__}; \
    *count = sizeof conditions / sizeof *conditions; \
    return conditions; \
  }
#define DESCRIPTOR_COMMANDS \
  F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW
  switch (action) {
    case OPEN_SECOND: CONDITIONS({.argument = 1, .mask = MAKES_OR_WRITES, ONE_OF(O_RDONLY)})
    case OPEN_THIRD: CONDITIONS({.argument = 2, .mask = MAKES_OR_WRITES, ONE_OF(O_RDONLY)})
    case PROTECTION_THIRD: CONDITIONS({.argument = 2, .mask = PROT_EXEC, ONE_OF(0)})
    case THREAD: CONDITIONS({.argument = 0, .mask = CLONE_THREAD, ONE_OF(CLONE_THREAD)})
    case TERMINAL: CONDITIONS({.argument = 1, .mask = ~0u, ONE_OF(TCGETS, TIOCGWINSZ)})
    case TERMINAL_OR_CLONE:
      CONDITIONS({.argument = 1, .mask = ~0u, ONE_OF(TCGETS, TIOCGWINSZ, FICLONE)})
    case DESCRIPTOR: CONDITIONS({.argument = 1, .mask = ~0u, ONE_OF(DESCRIPTOR_COMMANDS)})
    case DESCRIPTOR_OR_LEASE:
      CONDITIONS({.argument = 1, .mask = ~0u,
                  ONE_OF(DESCRIPTOR_COMMANDS, F_SETFL, F_SETSIG, F_SETLEASE)})
    case ADVICE: CONDITIONS({.argument = 2, .mask = ~(uint32_t)GREATEST_ADVICE, ONE_OF(0)})
    case LIMITS_OF_SELF:
      CONDITIONS({.argument = 0, .mask = ~0u, ONE_OF(0)}, {.argument = 2, .mask = ~0u, ONE_OF(0)},
                 {.argument = 2, .is_upper_half = 1, .mask = ~0u, ONE_OF(0)})
    case NAMES: CONDITIONS({.argument = 0, .mask = ~0u, ONE_OF(PR_SET_NAME, PR_NAME_MAPPING)})
    default: *count = 0; return NULL;
  }
}

#define COUNT(list) (sizeof(list) / sizeof *(list))
enum {
  // Each rule begins at most two ranges, and a range has one comparison and at most its conditions.
  MOST_RANGES = 2 * (COUNT(reading) + COUNT(writing)) + 1,
  MOST_INSTRUCTIONS = 8 + 2 * MOST_RANGES + 256
};

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Where a jump leads that is not to one of the following instructions: the ends of the filter.
enum end { NOWHERE, PERMISSION, REFUSAL, ABSENCE };

// An action for the calls from a number up to the number of the next range.
struct filter {
  struct rule ranges[MOST_RANGES];
  size_t range_count;
  struct sock_filter instructions[MOST_INSTRUCTIONS];
  // The ends to which the instructions jump if their comparison succeeds, and if it fails.
  uint8_t ends[MOST_INSTRUCTIONS][2];
  size_t count;
};

static int by_number(const void *first, const void *second) {
  const struct rule *a = first, *b = second;
  return a->number < b->number ? -1 : a->number > b->number;
}

// Adds an action for one number, greater than all before.
static void add_range(struct filter *filter, struct rule rule) {
  struct rule *last = &filter->ranges[filter->range_count - 1];
  if (last->number == rule.number) {
    filter->range_count--;
    last--;
  }
  if (filter->range_count == 0 || last->action != rule.action)
    filter->ranges[filter->range_count++] = rule;
  filter->ranges[filter->range_count++] = (struct rule){rule.number + 1, REFUSED};
}

// A later rule of a call replaces an earlier one.
static size_t add_rules(struct rule *rules, size_t count, const struct rule *more,
                        size_t more_count) {
  for (size_t index = 0; index < more_count; index++) {
    size_t place = 0;
    while (place < count && rules[place].number != more[index].number) place++;
    rules[place] = more[index];
    if (place == count) count++;
  }
  return count;
}

static void make_ranges(struct filter *filter, uti_permission permission) {
  struct rule rules[COUNT(reading) + COUNT(replacing) + COUNT(writing)];
  size_t count = COUNT(reading);
  memcpy(rules, reading, sizeof reading);
  if (permission == UTI_PERMITS_REMOVING)
    count = add_rules(rules, count, removing, COUNT(removing));
  if (permission == UTI_PERMITS_REPLACING || permission == UTI_PERMITS_WRITING)
    count = add_rules(rules, count, replacing, COUNT(replacing));
  if (permission == UTI_PERMITS_WRITING)
    count = add_rules(rules, count, writing, COUNT(writing));
  qsort(rules, count, sizeof *rules, by_number);
  filter->ranges[filter->range_count++] = (struct rule){0, REFUSED};
  for (size_t index = 0; index < count; index++) add_range(filter, rules[index]);
}

static void add(struct filter *filter, unsigned short code, uint32_t value) {
  filter->instructions[filter->count++] = (struct sock_filter)BPF_STMT(code, value);
}

// Compares the loaded value. NOWHERE continues with the next instruction.
static void compare(struct filter *filter, unsigned short comparison, uint32_t value,
                    enum end success, enum end failure) {
  filter->ends[filter->count][0] = (uint8_t)success;
  filter->ends[filter->count][1] = (uint8_t)failure;
  add(filter, BPF_JMP | BPF_K | comparison, value);
}

static void load(struct filter *filter, size_t offset) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset);
}

// Adds the comparisons of a condition; `end` is where they lead if it holds.
static void add_condition(struct filter *filter, const struct condition *condition, enum end end) {
  // Little-endian: the lower half comes first.
  load(filter, offsetof(struct seccomp_data, args) + 8 * condition->argument +
                   4 * condition->is_upper_half);
  if (condition->mask != ~0u) add(filter, BPF_ALU | BPF_AND | BPF_K, condition->mask);
  for (unsigned value = 0; value < condition->value_count; value++) {
    int is_last = value + 1 == condition->value_count;
    compare(filter, BPF_JEQ, condition->values[value], end, is_last ? REFUSAL : NOWHERE);
  }
}

static enum end end_of(enum action action) {
  return action == PERMITTED ? PERMISSION
         : action == REFUSED ? REFUSAL
         : action == UNKNOWN ? ABSENCE
                             : NOWHERE;
}

static void add_conditions(struct filter *filter, enum action action) {
  if (action == SIGNAL_TO_SELF) {
    struct condition own = {
        .argument = 0, .mask = ~0u, .values = {(uint32_t)getpid()}, .value_count = 1};
    return add_condition(filter, &own, PERMISSION);
  }
  size_t count;
  const struct condition *conditions = conditions_of(action, &count);
  for (size_t index = 0; index < count; index++)
    add_condition(filter, &conditions[index], index + 1 == count ? PERMISSION : NOWHERE);
}

// Searches the ranges by halves: the kernel runs the filter for every number when it is installed.
static void add_search(struct filter *filter, size_t start, size_t end) {
  if (end - start == 1) {
    if (end_of(filter->ranges[start].action) == NOWHERE)
      add_conditions(filter, filter->ranges[start].action);
    return;
  }
  size_t middle = start + (end - start) / 2, place = filter->count;
  enum end below = middle - start == 1 ? end_of(filter->ranges[start].action) : NOWHERE;
  enum end above = end - middle == 1 ? end_of(filter->ranges[middle].action) : NOWHERE;
  compare(filter, BPF_JGE, filter->ranges[middle].number, above, below);
  add_search(filter, start, middle);
  if (above == NOWHERE)
    filter->instructions[place].jt = (unsigned char)(filter->count - place - 1);
  add_search(filter, middle, end);
}

// Adds the ends, and lets the jumps lead to them. Every jump is shorter than 256 instructions.
static void add_ends(struct filter *filter) {
  size_t count = filter->count;
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  for (size_t place = 0; place < count; place++) {
    struct sock_filter *instruction = &filter->instructions[place];
    size_t distance = count - place - 1 - PERMISSION;
    if (filter->ends[place][0] != NOWHERE)
      instruction->jt = (unsigned char)(distance + filter->ends[place][0]);
    if (filter->ends[place][1] != NOWHERE)
      instruction->jf = (unsigned char)(distance + filter->ends[place][1]);
  }
}

static int restrict_calls(uti_permission permission) {
  struct filter filter = {.count = 0};
  make_ranges(&filter, permission);
  load(&filter, offsetof(struct seccomp_data, arch));
  compare(&filter, BPF_JEQ, NATIVE_ARCHITECTURE, NOWHERE, REFUSAL);
  load(&filter, offsetof(struct seccomp_data, nr));
  add_search(&filter, 0, filter.range_count);
  add_ends(&filter);
  // A jump is at most 255 instructions long.
  if (filter.count > UINT8_MAX) {
    errno = E2BIG;
    return 0;
  }
  struct sock_fprog program = {.len = (unsigned short)filter.count, .filter = filter.instructions};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

uti_restriction uti_restrict_process(uti_permission permission, const int *folders, int count) {
  // An earlier restriction remains, and refuses this call.
  static int is_restricted;
  uti_restriction restriction = {0, 0, 0};
  // Both need it, because a program with more rights would be misled by a restriction.
  if (!is_restricted && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    restriction.error = errno;
    return restriction;
  }
  restriction.landlock_version = restrict_files(permission, folders, count);
  if (restriction.landlock_version == 0) restriction.error = errno;
  // seccomp does not see the folder of a name.
  if (permission == UTI_PERMITS_REMOVING && restriction.landlock_version == 0)
    permission = UTI_PERMITS_READING;
  restriction.restricts_calls = restrict_calls(permission);
  if (!restriction.restricts_calls) restriction.error = errno;
  is_restricted = restriction.restricts_calls;
  return restriction;
}

#else

uti_restriction uti_restrict_process(uti_permission permission, const int *folders, int count) {
  (void)permission;
  (void)folders;
  (void)count;
  return (uti_restriction){0, 0, ENOSYS};
}

#endif

int uti_fork(void) { return fork(); }

int uti_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void uti_close_inherited(void) {
#if defined(__linux__)
  // close_range(2), which older headers lack.
  syscall(436, 3, ~0u, 0);
#endif
}
