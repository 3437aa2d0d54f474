/// The restriction of a process by Landlock and seccomp (Linux).
#ifndef UTI_PROCESS_RESTRICTION_H
#define UTI_PROCESS_RESTRICTION_H

/// The parts of a restriction that are in force.
typedef struct {
  /// The version of Landlock (landlock(7)); 0 if it is not in force.
  int landlock_version;
  /// 1 if seccomp (seccomp(2)) is in force, or else 0.
  int restricts_calls;
  /// The error of the part that is missing; 0 if there is none.
  int error;
} uti_restriction;

/// Restricts the calling thread and all threads that it starts, until the process ends. Files can be
/// read as before, and open descriptors keep their rights.
///
/// seccomp permits the system calls that reading files needs, with the arguments that it needs, and
/// refuses all others with EPERM: files are opened for reading only, memory is never executable, a
/// thread is the only new process, and a terminal is only asked for its size. If `permits_writing` is
/// not 0, calls that change files are permitted too. Landlock refuses the execution of programs, the
/// network and, unless `permits_writing` is not 0, every change of the names and contents of files.
uti_restriction uti_restrict_process(int permits_writing);

#endif
