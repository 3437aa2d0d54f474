/// What a program was started with, without the runtime of Swift, which looks for it in /proc.
///
/// Where /proc is not mounted, as in a bare chroot, the runtime finds no arguments, and ends a
/// statically linked program because it cannot tell where to search for a debugger. Where /proc is
/// there, the search looks at eight places before `main`. A library must not do to its process what
/// this does, so only the executable links it.
#ifndef CPROGRAMSTART_H
#define CPROGRAMSTART_H

/// The arguments of the process, its name first, ended by a null pointer; null where the C library
/// does not hand them to constructors.
const char *const *uti_program_words(void);

#endif
