#ifndef PROGRAMEND_H
#define PROGRAMEND_H

#include <stddef.h>

/// A line about one document that is printed when the process traps.
typedef struct uti_trap_note uti_trap_note;

/// Creates an empty note; NULL if there is no memory.
uti_trap_note *uti_trap_note_make(void);

/// Sets the line of a note, which ends with a newline; NULL for none. A line that is too long loses
/// its start.
void uti_trap_note_set(uti_trap_note *note, const char *line);

/// Releases a note for another document.
void uti_trap_note_discard(uti_trap_note *note);

/// Begins to handle traps: SIGILL and SIGTRAP, and SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGALRM, SIGQUIT,
/// SIGUSR1, SIGUSR2 and SIGXCPU if they have their default action or the handler of SIGTRAP. The calling
/// thread gets an alternate signal stack.
///
/// A trap prints the notes on standard error and then has its effect without this handler. If
/// Swift's runtime traps because the main function of a program has thrown an error,
/// `uncaught_error` is called first: the stack is unwound then, and no invariant is broken.
void uti_watch_traps(void (*uncaught_error)(void));

/// Gives the calling thread an alternate signal stack, unless it has one, so that a trap prints the
/// notes although the stack is full. The thread frees it at its end.
void uti_use_signal_stack(void);

/// Writes a message on standard error.
///
/// A full pipe or a stopped terminal holds the process for a fraction of a second only; the rest of
/// the message is then dropped.
void uti_write_message(const void *bytes, size_t length);

/// Flushes standard output, unless another thread holds the stream.
void uti_flush_output_if_possible(void);

#endif
