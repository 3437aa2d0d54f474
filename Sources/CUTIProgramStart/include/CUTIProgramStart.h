/// The arguments of a program, without the runtime of Swift, which reads them from /proc.
///
/// If /proc is not mounted, as in a bare chroot, the runtime finds no arguments, and ends a
/// statically linked program because it cannot determine where to search for a debugger. With
/// /proc, the runtime searches eight places before `main`. A library must not change its process in
/// this way, so only the executable links it.
#ifndef CPROGRAMSTART_H
#define CPROGRAMSTART_H

/// The arguments of the process, its name first, ended by a null pointer; null if the C library
/// does not pass them to constructors.
const char *const *uti_program_words(void);

#endif
