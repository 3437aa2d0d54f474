#ifndef PROGRAMEND_H
#define PROGRAMEND_H

/// A line about one document that is printed when the process traps.
typedef struct uti_trap_note uti_trap_note;

/// Makes an empty note; NULL where there is no memory.
uti_trap_note *uti_trap_note_make(void);

/// Sets the line of a note, which ends with a newline; NULL for none. Lines that are too long lose their
/// beginning.
void uti_trap_note_set(uti_trap_note *note, const char *line);

/// Gives a note back for another document.
void uti_trap_note_discard(uti_trap_note *note);

/// Begins to handle traps: SIGILL and SIGTRAP, and SIGABRT, SIGFPE and SIGSEGV where nobody handles them.
///
/// A trap prints the notes on standard error and then has the effect that it would have had without this
/// handler. Where the trap is the one by which Swift's runtime ends a program whose main function has
/// thrown, `uncaught_error` is called first: the stack is unwound then, and no invariant is broken.
void uti_watch_traps(void (*uncaught_error)(void));

/// Writes what the program has printed on standard output, unless another thread holds the stream.
void uti_flush_output_if_possible(void);

#endif
