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

/// What a restricted process may change.
typedef enum {
  /// Nothing.
  UTI_PERMITS_READING,
  /// It may remove files from the folders.
  UTI_PERMITS_REMOVING,
  /// It may make, write and replace files in the folders, and restrict itself again.
  UTI_PERMITS_REPLACING,
  /// It may change files in the folders, or everywhere if there are none, and restrict itself again.
  UTI_PERMITS_WRITING
} uti_permission;

/// Restricts the calling thread and all threads that it starts, until the process ends. Files can be
/// read as before, and open descriptors keep their rights.
///
/// seccomp permits the system calls that reading files needs, with the arguments that it needs, and
/// refuses all others with EPERM: files are opened for reading only, memory is never executable, a
/// thread is the only new process, and a terminal is only asked for its size. `permission` adds calls
/// that remove or change files. Landlock refuses the execution of programs, the network and every
/// change of the names and contents of files that `permission` does not name.
///
/// `folders` are `count` open directories. Only Landlock knows the folder of a file. Without Landlock
/// nothing is removed, and files are changed everywhere.
uti_restriction uti_restrict_process(uti_permission permission, const int *folders, int count);

/// fork(2), which Swift does not import. The process has one thread.
int uti_fork(void);

/// pipe2(2), whose ends no program inherits.
int uti_pipe(int ends[2]);

/// Closes all descriptors that the process has got except the standard streams.
void uti_close_inherited(void);

#endif
