/// The restriction of a process by Landlock and seccomp (Linux).
#ifndef UTI_PROCESS_RESTRICTION_H
#define UTI_PROCESS_RESTRICTION_H

/// The parts of a restriction that are in force.
enum { UTI_FILES_RESTRICTED = 1, UTI_CALLS_RESTRICTED = 2 };

/// Restricts the calling thread and all threads that it starts, until the process ends. Files can be
/// read as before, and open descriptors keep their rights.
///
/// Landlock (landlock(7)) refuses the execution of programs and, unless `permits_writing` is not 0,
/// every change of the names and contents of files. seccomp (seccomp(2)) refuses with EPERM the
/// execution of programs, sockets, other processes and their memory, mounts, namespaces, kernel
/// modules and io_uring, and, like Landlock, changes of attributes.
///
/// Returns the parts that are in force; errno has the reason if one is missing.
int uti_restrict_process(int permits_writing);

#endif
