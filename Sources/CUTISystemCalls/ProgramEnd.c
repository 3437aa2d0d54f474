#define _GNU_SOURCE
#include "ProgramEnd.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

enum {
  LINE_SIZE = 1024,
  MOST_FRAMES = 64,
  SIGNAL_STACK_SIZE = 1 << 16,
  // A reader that is alive takes a message within this time, in milliseconds.
  MESSAGE_PATIENCE = 200
};

// Notes are never freed, so that a handler on another thread may read any of them at any time.
struct uti_trap_note {
  struct uti_trap_note *next;
  struct uti_trap_note *next_unused;
  _Atomic size_t length;
  char line[LINE_SIZE];
};

static _Atomic(uti_trap_note *) notes;
static uti_trap_note *unused;
static pthread_mutex_t unused_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t owner;
static void (*on_uncaught_error)(void);
static struct sigaction previous[NSIG];

uti_trap_note *uti_trap_note_make(void) {
  pthread_mutex_lock(&unused_lock);
  uti_trap_note *note = unused;
  if (note) unused = note->next_unused;
  pthread_mutex_unlock(&unused_lock);
  if (note) return note;
  note = calloc(1, sizeof *note);
  if (note == NULL) return NULL;
  uti_trap_note *first = atomic_load(&notes);
  do note->next = first;
  while (!atomic_compare_exchange_weak(&notes, &first, note));
  return note;
}

void uti_trap_note_set(uti_trap_note *note, const char *line) {
  if (note == NULL) return;
  atomic_store(&note->length, 0);
  if (line == NULL) return;
  size_t length = strlen(line);
  if (length > LINE_SIZE) {
    line += length - LINE_SIZE;
    length = LINE_SIZE;
  }
  memcpy(note->line, line, length);
  atomic_store(&note->length, length);
}

void uti_trap_note_discard(uti_trap_note *note) {
  if (note == NULL) return;
  atomic_store(&note->length, 0);
  pthread_mutex_lock(&unused_lock);
  note->next_unused = unused;
  unused = note;
  pthread_mutex_unlock(&unused_lock);
}

// The function of Swift's runtime that ends a program whose main function has thrown.
extern void swift_errorInMain(void *error) __attribute__((weak));

struct search {
  int frames;
  int is_found;
};

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context, void *argument) {
  struct search *search = argument;
  // A return address may be the first address after a function that never returns.
  void *function = _Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(context) - 1));
  if (function == (void *)swift_errorInMain) {
    search->is_found = 1;
    return _URC_END_OF_STACK;
  }
  return ++search->frames < MOST_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static int is_uncaught_error(void) {
  if (swift_errorInMain == NULL) return 0;
  struct search search = {0, 0};
  _Unwind_Backtrace(look_at_frame, &search);
  return search.is_found;
}

void uti_write_message(const void *bytes, size_t length) {
  // A pipe that was full once is not waited for again, so that many messages cost one wait.
  static atomic_int is_stuck;
  const char *next = bytes;
  while (length > 0) {
    struct pollfd output = {.fd = STDERR_FILENO, .events = POLLOUT};
    int ready = poll(&output, 1, atomic_load(&is_stuck) ? 0 : MESSAGE_PATIENCE);
    if (ready < 0 && errno == EINTR) continue;
    atomic_store(&is_stuck, ready == 0);
    if (ready <= 0) return;
    // A pipe that is ready takes this number of bytes without blocking.
    ssize_t written = write(STDERR_FILENO, next, length < PIPE_BUF ? length : PIPE_BUF);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    next += written;
    length -= (size_t)written;
  }
}

static int is_sent_to_process(int number) {
  return number == SIGALRM || number == SIGQUIT || number == SIGUSR1 || number == SIGUSR2 ||
         number == SIGXCPU;
}

static void handle_trap(int number, siginfo_t *information, void *context) {
  (void)context;
  static atomic_flag is_entered = ATOMIC_FLAG_INIT;
  int error = errno;
  if (getpid() == owner && !atomic_flag_test_and_set(&is_entered)) {
    if ((number == SIGILL || number == SIGTRAP) && is_uncaught_error()) on_uncaught_error();
    for (uti_trap_note *note = atomic_load(&notes); note; note = note->next) {
      size_t length = atomic_load(&note->length);
      if (length > 0) uti_write_message(note->line, length);
    }
  }
  // The instruction is executed again, for the previous handler or the default action; a signal
  // without an instruction is sent again.
  sigaction(number, &previous[number], NULL);
  if (information->si_code <= 0 || is_sent_to_process(number)) raise(number);
  errno = error;
}

// The handler of traps also handles other signals: it reports crashes, as that of Swift's runtime
// does. It is called after the notes are printed.
static int is_crash_reporter(const struct sigaction *action) {
  const struct sigaction *trap = &previous[SIGTRAP];
  return (trap->sa_flags & SA_SIGINFO) && (action->sa_flags & SA_SIGINFO) &&
         trap->sa_sigaction == action->sa_sigaction;
}

static void watch(int number, int takes_over, int flags) {
  struct sigaction action = {0};
  if (sigaction(number, NULL, &previous[number]) != 0) return;
  int is_default =
      !(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_DFL;
  int is_ignored =
      !(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_IGN;
  takes_over = takes_over || is_crash_reporter(&previous[number]);
  if (is_ignored || (!is_default && !takes_over)) return;
  action.sa_sigaction = handle_trap;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

// The key frees the stack of a thread at its end.
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static int has_stack_key;

static void free_signal_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  stack_t current;
  // Somebody else may have replaced the stack.
  if (sigaltstack(NULL, &current) == 0 && current.ss_sp == stack) sigaltstack(&none, NULL);
  munmap(stack, SIGNAL_STACK_SIZE);
}

static void make_stack_key(void) {
  has_stack_key = pthread_key_create(&stack_key, free_signal_stack) == 0;
}

void uti_use_signal_stack(void) {
  static _Thread_local int is_done;
  if (is_done) return;
  is_done = 1;
  stack_t stack = {0};
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  pthread_once(&stack_once, make_stack_key);
  if (!has_stack_key) return;
  void *memory = mmap(
      NULL, SIGNAL_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack.ss_sp = memory;
  stack.ss_size = SIGNAL_STACK_SIZE;
  stack.ss_flags = 0;
  if (pthread_setspecific(stack_key, memory) != 0 || sigaltstack(&stack, NULL) != 0) {
    pthread_setspecific(stack_key, NULL);
    munmap(memory, SIGNAL_STACK_SIZE);
  }
}

void uti_flush_output_if_possible(void) {
  if (ftrylockfile(stdout) != 0) return;
  fflush_unlocked(stdout);
  funlockfile(stdout);
}

void uti_watch_traps(void (*uncaught_error)(void)) {
  owner = getpid();
  on_uncaught_error = uncaught_error;
  // The unwinder allocates memory at its first use.
  is_uncaught_error();
  // Saving needs more space than an alternate stack has. A line does not, and a full stack has no
  // other space.
  watch(SIGILL, 1, 0);
  watch(SIGTRAP, 1, 0);
  watch(SIGABRT, 0, SA_ONSTACK);
  watch(SIGFPE, 0, SA_ONSTACK);
  watch(SIGSEGV, 0, SA_ONSTACK);
  watch(SIGBUS, 0, SA_ONSTACK);
  // Programs that use these signals have a handler, or wait for them with all signals blocked.
  watch(SIGALRM, 0, SA_ONSTACK);
  watch(SIGQUIT, 0, SA_ONSTACK);
  watch(SIGUSR1, 0, SA_ONSTACK);
  watch(SIGUSR2, 0, SA_ONSTACK);
  watch(SIGXCPU, 0, SA_ONSTACK);
  uti_use_signal_stack();
}
