internal import CSystemCalls
package import SystemPackage

/// The restriction of a process that reads files of unknown origin.
///
/// A defect in a reader of such files can then neither change files nor start programs nor use the
/// network. The rules are those of Landlock and seccomp; files can be read as before, and open
/// descriptors keep their rights.
package struct ProcessRestriction: Sendable {
  /// A Boolean value that indicates whether Landlock refuses changes of files.
  package let restrictsFiles: Bool
  /// A Boolean value that indicates whether seccomp refuses system calls.
  package let restrictsCalls: Bool
  /// The reason why a part is missing; nil if the restriction is complete.
  package let error: Errno?

  /// Restricts the calling thread and all threads that it starts, until the process ends.
  ///
  /// A kernel without Landlock or seccomp, or a container that forbids them, is no error: the other
  /// part is in force.
  ///
  /// - Parameter permitsWriting: whether files may still be changed.
  /// - Complexity: five system calls.
  package static func enter(permitsWriting: Bool = false) -> ProcessRestriction {
    let parts = uti_restrict_process(permitsWriting ? 1 : 0)
    let reason = Errno(rawValue: errno)
    let files = parts & CInt(UTI_FILES_RESTRICTED) != 0
    let calls = parts & CInt(UTI_CALLS_RESTRICTED) != 0
    return ProcessRestriction(
      restrictsFiles: files, restrictsCalls: calls, error: files && calls ? nil : reason)
  }

  /// The parts that are in force, in words.
  package var summary: String {
    switch (restrictsFiles, restrictsCalls) {
    case (true, true): "complete"
    case (true, false): "files"
    case (false, true): "system calls"
    case (false, false): "none"
    }
  }
}
