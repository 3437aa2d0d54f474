internal import DataFormats
import TypeDeclarations
import TypeDetection
import UTIPlatform
import UniformTypes

/// Changes of files and folders, each told with its path where it fails.
enum FileChange {
  /// Makes a directory and those above it that are missing.
  ///
  /// - Returns: those that were made, the lowest last.
  @discardableResult
  static func makeDirectories(
    _ path: String, permissions: UInt32 = 0o777
  ) throws(CommandFailure) -> [String] {
    if make(path, permissions) { return [path] }
    switch errno {
    case EEXIST where isDirectory(path): return []
    case EEXIST: throw failure(path, "cannot be made", ENOTDIR)
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
        throw failure(path, "cannot be made", ENOENT)
      }
      let made = try makeDirectories(String(path[..<slash]), permissions: permissions)
      if make(path, permissions) { return made + [path] }
      if errno == EEXIST, isDirectory(path) { return made }
      // Some file systems, such as /proc, say that there is nothing where nothing can be made.
      throw failure(path, "cannot be made", errno)
    default: throw failure(path, "cannot be made", errno)
    }
  }

  /// Calls `body` while no other process that asks for the same lock does.
  ///
  /// - Parameters:
  ///   - directory: the directory that is locked; no file is made for it.
  ///   - prepare: makes the directory, when it is missing. It is called again when another process
  ///     has removed the directory meanwhile.
  static func withLock<Value>(
    on directory: String, prepare: () throws -> Void, body: () throws -> Value
  ) throws -> Value {
    for _ in 0..<100 {
      try prepare()
      let descriptor = PathText.withPath(directory) {
        open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
      guard descriptor >= 0 else {
        if errno == ENOENT { continue }
        throw failure(directory, "cannot be opened", errno)
      }
      defer { close(descriptor) }
      while flock(descriptor, LOCK_EX) != 0 {
        // A file system without locks has only one machine's word for it.
        guard errno == EINTR else { break }
      }
      var locked = stat()
      guard fstat(descriptor, &locked) == 0, let current = PathText.status(of: directory),
        locked.st_ino == current.st_ino, locked.st_dev == current.st_dev
      else { continue }
      return try body()
    }
    throw failure(directory, "cannot be locked", EAGAIN)
  }

  /// The bytes of a file; nil when there is none, nor where a link leads.
  static func contents(of path: String) throws(CommandFailure) -> [UInt8]? {
    do {
      return try RegularFile.contents(of: path, limits: ReadingLimits())
    } catch {
      guard error.errno != ENOENT else { return nil }
      let reason = error.errno.map { String(cString: strerror($0)) } ?? error.message
      throw CommandFailure(.inputOutput, "\(path): cannot be read: \(reason)")
    }
  }

  /// Writes a file whole; a link is followed, also where it leads to nothing yet, and the permissions of
  /// a file that is there are kept.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
    let target = try target(of: path)
    let status = PathText.status(of: target)
    // To rename over a file asks for the directory's permission only.
    if status != nil, PathText.withPath(target, { access($0, W_OK) }) != 0 {
      throw failure(path, "cannot be written", errno)
    }
    try write(target, bytes, permissions: status.map { $0.st_mode & 0o7777 } ?? 0o666)
  }

  /// Writes a file whole; a link at its place is replaced.
  static func write(
    _ path: String, _ bytes: [UInt8], permissions: UInt32 = 0o666
  ) throws(CommandFailure) {
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(bytes, to: path, permissions: permissions)
    } catch {
      throw CommandFailure(.inputOutput, error.description)
    }
  }

  /// Removes what a writer of a file left beside it that was killed more than a minute ago.
  static func removeAbandoned(beside path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    AtomicFile.removeAbandoned(
      in: String(path[..<slash]), ofFilesWithSuffix: String(path[slash...].dropFirst()))
  }

  /// Removes a file; one that is not there is no fault.
  static func remove(_ path: String) throws(CommandFailure) {
    guard PathText.withPath(path, { unlink($0) }) == 0 || errno == ENOENT else {
      throw failure(path, "cannot be removed", errno)
    }
  }

  /// Removes a directory if it is empty.
  ///
  /// - Returns: whether it is gone.
  @discardableResult
  static func removeDirectory(_ path: String) -> Bool {
    PathText.withPath(path) { rmdir($0) } == 0 || errno == ENOENT
  }

  static func isDirectory(_ path: String) -> Bool {
    PathText.status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether there is anything at a path, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    PathText.status(of: path, followsLinks: false) != nil
  }

  /// The names in a directory, sorted; none where there is no directory.
  static func names(in directory: String) -> [String] {
    let names = (try? PathText.names(in: directory)) ?? []
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The current directory; nil when it has been removed.
  static var currentDirectory: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&bytes, bytes.count) != nil else { return nil }
    return PathText.text(bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
  }

  private static func make(_ directory: String, _ permissions: UInt32) -> Bool {
    PathText.withPath(directory) { mkdir($0, permissions) } == 0
  }

  static func failure(_ path: String, _ what: String, _ errorNumber: Int32) -> CommandFailure {
    CommandFailure(.inputOutput, "\(path): \(what): \(String(cString: strerror(errorNumber)))")
  }

  /// Where the links at a path lead.
  private static func target(of path: String) throws(CommandFailure) -> String {
    var path = path
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = PathText.withPath(path) { readlink($0, &bytes, bytes.count) }
      guard count >= 0 else { return path }
      let link = PathText.text(bytes.prefix(count).map(UInt8.init(bitPattern:)))
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : directory + link
    }
    throw failure(path, "cannot be written", ELOOP)
  }
}
