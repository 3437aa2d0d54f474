internal import CUTISystemCalls
package import SystemPackage

/// The restriction of a process that reads files of unknown origin, by seccomp and Landlock: it can
/// neither change files, start programs, nor use the network or the user's terminal.
///
/// Files can be read as before, and open descriptors keep their rights.
package struct ProcessRestriction: Sendable {
  /// Zero if Landlock is not in force.
  package let landlockVersion: Int
  package let restrictsCalls: Bool
  /// The reason why a part is missing; nil if both parts are in force.
  package let error: Errno?

  package init(landlockVersion: Int, restrictsCalls: Bool, error: Errno?) {
    self.landlockVersion = landlockVersion
    self.restrictsCalls = restrictsCalls
    self.error = error
  }

  package var restrictsFiles: Bool { landlockVersion > 0 }

  /// What a restricted process may change.
  package enum Permission {
    case reading
    /// Files in an open directory may be removed. Without Landlock nothing is.
    case removing(from: FileDescriptor)
    /// Files in open directories may be made and replaced, and the process may be restricted again.
    case replacing(in: [FileDescriptor])
    /// Files in open directories may be changed, and the process may be restricted again; without directories, everywhere.
    case writing(in: [FileDescriptor])
  }

  /// Restricts the calling thread and all that it starts, until the process ends; a kernel or
  /// container without one part is not an error.
  ///
  /// - Complexity: five system calls.
  package static func enter(_ permission: Permission = .reading) -> ProcessRestriction {
    let parts =
      switch permission {
      case .reading: uti_restrict_process(UTI_PERMITS_READING, nil, 0)
      case .removing(let folder): uti_restrict_process(UTI_PERMITS_REMOVING, [folder.rawValue], 1)
      case .replacing(let folders): restrict(UTI_PERMITS_REPLACING, folders)
      case .writing(let folders): restrict(UTI_PERMITS_WRITING, folders)
      }
    return ProcessRestriction(
      landlockVersion: Int(parts.landlock_version), restrictsCalls: parts.restricts_calls != 0,
      error: parts.error == 0 ? nil : Errno(rawValue: parts.error))
  }

  private static func restrict(
    _ permission: uti_permission, _ folders: [FileDescriptor]
  ) -> uti_restriction {
    uti_restrict_process(permission, folders.map { $0.rawValue }, CInt(folders.count))
  }

  /// Keeps the standard streams; other open descriptors would keep their rights.
  package static func closeInheritedDescriptors() { uti_close_inherited() }

  /// seccomp alone refuses all of this; Landlock alone refuses what its version knows.
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
  /// Opens it without the right to list it, for ``ProcessRestriction/Permission`` and names in it.
  package func openedDirectory() throws(Errno) -> FileDescriptor {
    let number = withPlatformString { open($0, UTI_O_PATH | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: number)
  }
}
