internal import CUTISystemCalls
package import SystemPackage

/// The restriction of a process that reads files of unknown origin.
///
/// A defect in a reader of such files can then neither change files nor start programs nor use the
/// network or the user's terminal. seccomp permits a list of system calls and refuses all others;
/// Landlock refuses changes of files a second time. Files can be read as before, and open descriptors
/// keep their rights.
package struct ProcessRestriction: Sendable {
  /// The version of Landlock; 0 if it is not in force.
  package let landlockVersion: Int
  /// True if seccomp refuses system calls.
  package let restrictsCalls: Bool
  /// The reason why a part is missing; nil if both parts are in force.
  package let error: Errno?

  package init(landlockVersion: Int, restrictsCalls: Bool, error: Errno?) {
    self.landlockVersion = landlockVersion
    self.restrictsCalls = restrictsCalls
    self.error = error
  }

  /// True if Landlock refuses changes of files.
  package var restrictsFiles: Bool { landlockVersion > 0 }

  /// What a restricted process may change.
  package enum Permission {
    case reading
    /// Files in an open directory may be removed. Without Landlock nothing is.
    case removing(from: FileDescriptor)
    /// Files in open directories may be changed; without directories, everywhere.
    case writing(in: [FileDescriptor])
  }

  /// Restricts the calling thread and all threads that it starts, until the process ends.
  ///
  /// A kernel without Landlock or seccomp, or a container that forbids them, is not an error: the
  /// other part is in force.
  ///
  /// - Parameter permission: what may still be changed.
  /// - Complexity: five system calls.
  package static func enter(_ permission: Permission = .reading) -> ProcessRestriction {
    let parts =
      switch permission {
      case .reading: uti_restrict_process(UTI_PERMITS_READING, nil, 0)
      case .removing(let folder): uti_restrict_process(UTI_PERMITS_REMOVING, [folder.rawValue], 1)
      case .writing(let folders):
        uti_restrict_process(
          UTI_PERMITS_WRITING, folders.map { $0.rawValue }, CInt(folders.count))
      }
    return ProcessRestriction(
      landlockVersion: Int(parts.landlock_version), restrictsCalls: parts.restricts_calls != 0,
      error: parts.error == 0 ? nil : Errno(rawValue: parts.error))
  }

  /// Closes all descriptors that the process has got except the standard streams, because open
  /// descriptors keep their rights.
  package static func closeInheritedDescriptors() { uti_close_inherited() }

  /// What a restricted process can still do, because the kernel does not refuse it.
  ///
  /// seccomp alone refuses all of this. Landlock alone refuses what its version knows.
  package var gaps: [String] {
    guard !restrictsCalls else { return [] }
    var gaps: [String] = []
    if landlockVersion < 1 { gaps += ["change files", "start programs"] }
    if (1..<3).contains(landlockVersion) { gaps.append("truncate files") }
    gaps += ["change the attributes of files", "use the network"]
    if landlockVersion < 5 { gaps.append("write input to the terminal") }
    if landlockVersion < 6 { gaps.append("end other processes") }
    return gaps
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

extension FilePath {
  /// Opens a directory without the right to list it, for ``ProcessRestriction/Permission`` and for
  /// names in it.
  package func openedDirectory() throws(Errno) -> FileDescriptor {
    let number = withPlatformString { open($0, UTI_O_PATH | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: number)
  }
}
