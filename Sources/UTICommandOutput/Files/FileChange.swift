package import SystemPackage
import UTIDataFormats
package import UTIDocumentStorage
import UTIPlatform

/// Changes of files and folders by commands; each error has the path.
package enum FileChange {
  /// Root is going to write into another user's folder, which need not exist.
  package static func reportForeignFolder(_ path: FilePath) {
    guard geteuid() == 0 else { return }
    var folder = path
    while FileStatus.present(at: folder) == nil, !folder.components.isEmpty {
      folder.removeLastComponent()
    }
    guard let owner = FileStatus.present(at: folder)?.owner, owner != 0 else { return }
    StandardError.report(
      "\(path.text): note: root writes into a folder of user \(owner), who may not be able to "
        + "change the files; run the command as that user, with sudo -u '#\(owner)', or set HOME")
  }

  /// Returns the created directories, the lowest last.
  @discardableResult
  package static func makeDirectories(
    _ path: FilePath, permissions: UInt32 = 0o777
  ) throws(CommandFailure) -> [FilePath] {
    if make(path, permissions) { return [path] }
    switch errno {
    case EEXIST where path.leadsToDirectory: return []
    case EEXIST: throw notMade(path, .notDirectory)
    case ENOENT:
      let parent = path.removingLastComponent()
      guard !parent.components.isEmpty else {
        throw notMade(path, .noSuchFileOrDirectory)
      }
      let made = try makeDirectories(parent, permissions: permissions)
      if make(path, permissions) { return made + [path] }
      if errno == EEXIST, path.leadsToDirectory { return made }
      // Some file systems, such as /proc, report that there is no item if none can be created.
      throw notMade(path, Errno(rawValue: errno))
    default: throw notMade(path, Errno(rawValue: errno))
    }
  }

  private static func notMade(_ folder: FilePath, _ error: Errno) -> CommandFailure {
    let remedy =
      switch error {
      case .notDirectory: "an item of this name, or of a folder above it, is no folder; remove it"
      case .permissionDenied, .notPermitted, .readOnlyFileSystem:
        "write to the folder above it as a user who may, or name another folder"
      default: "make the folder yourself, or name another one"
      }
    return CommandFailure(
      .inputOutput, "\(folder.text): the folder cannot be made: \(error); \(remedy)")
  }

  /// Creates no lock file; `prepare` makes the directory, also after another process removed it.
  package static func withLock<Value>(
    on directory: FilePath, prepare: () throws -> Void, body: () throws -> Value
  ) throws -> Value {
    for _ in 0..<100 {
      try prepare()
      let file: FileDescriptor
      do {
        file = try .open(directory, .readOnly, options: [.directory, .closeOnExec])
      } catch Errno.noSuchFileOrDirectory {
        continue
      } catch {
        throw failure(directory, "cannot be opened", error as? Errno ?? .ioError)
      }
      defer { try? file.close() }
      while flock(file.rawValue, LOCK_EX) != 0 {
        // Only one computer uses a file system without locks.
        guard errno == EINTR else { break }
      }
      guard let locked = try? FileStatus(of: file),
        let current = FileStatus.present(at: directory), locked.isSameItem(as: current)
      else { continue }
      return try body()
    }
    throw failure(directory, "cannot be locked", .resourceTemporarilyUnavailable)
  }

  /// The file need not exist.
  package static func file(at path: FilePath) throws(CommandFailure) -> UserFile {
    do {
      return try UserFile(at: path, limit: ReadingLimits().documentSize)
    } catch {
      let reason =
        switch error {
        case .system(let error): "\(error)"
        case .notRegular: "not a regular file"
        case .tooLarge(let size): "it has \(size) bytes"
        }
      throw CommandFailure(.inputOutput, "\(path.text): cannot be read: \(reason)")
    }
  }

  /// nil if there is none.
  package static func contents(of path: FilePath) throws(CommandFailure) -> [UInt8]? {
    try file(at: path).bytes
  }

  /// The file may be missing.
  package static func remove(_ path: FilePath) throws(CommandFailure) {
    guard path.withPlatformString({ unlink($0) }) == 0 || errno == ENOENT else {
      throw failure(path, "cannot be removed", Errno(rawValue: errno))
    }
  }

  /// The directory has to be empty; returns whether it no longer exists.
  @discardableResult
  package static func removeDirectory(_ path: FilePath) -> Bool {
    path.withPlatformString { rmdir($0) } == 0 || errno == ENOENT
  }

  private static func make(_ directory: FilePath, _ permissions: UInt32) -> Bool {
    directory.withPlatformString { mkdir($0, permissions) } == 0
  }

  package static func failure(_ path: FilePath, _ what: String, _ error: Errno) -> CommandFailure {
    CommandFailure(.inputOutput, "\(path.text): \(what): \(error)")
  }
}

extension UserFile {
  /// Throws if the file has changed since it was read; see ``write(_:by:)``.
  ///
  /// A user's file keeps its hard links, and a file of an installation, or its copy, does not.
  package func replace(
    with bytes: [UInt8], keepsLinks: Bool = true
  ) throws(CommandFailure) {
    var options = SafeWriter.Options()
    options.preservesHardLinks = keepsLinks
    do {
      try write(bytes, by: SafeWriter(options: options))
    } catch {
      throw CommandFailure(notWritten: error)
    }
  }
}

extension CommandFailure {
  package init(notWritten error: SafeWritingError) {
    self.init(
      .inputOutput,
      "\(error.path.text): \(error.message(failing: "cannot be written")); \(error.remedy)")
  }
}
