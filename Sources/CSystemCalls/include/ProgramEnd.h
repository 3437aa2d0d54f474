#ifndef PROGRAMEND_H
#define PROGRAMEND_H

/// A line about one document that is printed when the process traps.
typedef struct uti_trap_note uti_trap_note;

/// Creates an empty note; NULL if there is no memory.
uti_trap_note *uti_trap_note_make(void);

/// Sets the line of a note, which ends with a newline; NULL for none. A line that is too long loses
/// its start.
void uti_trap_note_set(uti_trap_note *note, const char *line);

/// Releases a note for another document.
void uti_trap_note_discard(uti_trap_note *note);

/// Begins to handle traps: SIGILL and SIGTRAP, and SIGABRT, SIGFPE and SIGSEGV if they have no
/// handler.
///
/// A trap prints the notes on standard error and then has its effect without this handler. If
/// Swift's runtime traps because the main function of a program has thrown an error,
/// `uncaught_error` is called first: the stack is unwound then, and no invariant is broken.
void uti_watch_traps(void (*uncaught_error)(void));

/// Flushes standard output, unless another thread holds the stream.
void uti_flush_output_if_possible(void);

#endif
