#define _GNU_SOURCE
#include "ProgramEnd.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

enum { LINE_SIZE = 1024, MOST_FRAMES = 64 };

// Notes are never freed, so that a handler on another thread may read any of them at any time.
struct uti_trap_note {
  struct uti_trap_note *next;
  _Atomic int is_used;
  _Atomic size_t length;
  char line[LINE_SIZE];
};

static _Atomic(uti_trap_note *) notes;
static pid_t owner;
static void (*on_uncaught_error)(void);
static struct sigaction previous[NSIG];

uti_trap_note *uti_trap_note_make(void) {
  for (uti_trap_note *note = atomic_load(&notes); note; note = note->next) {
    int unused = 0;
    if (atomic_compare_exchange_strong(&note->is_used, &unused, 1)) return note;
  }
  uti_trap_note *note = calloc(1, sizeof *note);
  if (note == NULL) return NULL;
  atomic_store(&note->is_used, 1);
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
  atomic_store(&note->is_used, 0);
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

static void handle_trap(int number, siginfo_t *information, void *context) {
  (void)context;
  static atomic_flag is_entered = ATOMIC_FLAG_INIT;
  int error = errno;
  if (getpid() == owner && !atomic_flag_test_and_set(&is_entered)) {
    if ((number == SIGILL || number == SIGTRAP) && is_uncaught_error()) on_uncaught_error();
    for (uti_trap_note *note = atomic_load(&notes); note; note = note->next) {
      size_t length = atomic_load(&note->length);
      if (length > 0 && write(STDERR_FILENO, note->line, length) < 0) break;
    }
  }
  // The instruction is executed again, for the previous handler or the default action; a signal
  // without an instruction is sent again.
  sigaction(number, &previous[number], NULL);
  if (information->si_code <= 0) raise(number);
  errno = error;
}

static void watch(int number, int takes_over, int flags) {
  struct sigaction action = {0};
  if (sigaction(number, NULL, &previous[number]) != 0) return;
  int is_default =
      !(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_DFL;
  int is_ignored =
      !(previous[number].sa_flags & SA_SIGINFO) && previous[number].sa_handler == SIG_IGN;
  if (is_ignored || (!is_default && !takes_over)) return;
  action.sa_sigaction = handle_trap;
  action.sa_flags = SA_SIGINFO | flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
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
}
