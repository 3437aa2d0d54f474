internal import SystemPackage
internal import UTIPlatform

/// The file system calls of a watcher, which may block forever on a network share or a user-space
/// file system, so none is made under a lock.
protocol WatchedFiles: Sendable {
  /// Returns the state of the item at a path; a symbolic link is not followed.
  func stamp(of path: FilePath) throws(Errno) -> FileStatus
  func names(in directory: FilePath) -> [FilePath.Component]
  /// Returns the digest of the bytes of a file; nil if they cannot be read.
  func digest(of path: FilePath) -> UInt64?
  /// Returns a descriptor that names an item; nil if it cannot be opened.
  func hold(_ path: FilePath) -> PinnedPath?
  func stamp(of item: PinnedPath) -> FileStatus?
  func place(of item: PinnedPath) -> FilePath?
  func fileSystem(of item: PinnedPath) -> FileSystemKind
  /// Returns the path to which a trash would restore a moved item; nil if it is in no trash.
  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath?
  /// Watches a directory, in addition to its present kinds of notices.
  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32
}

/// The files of the system.
struct SystemFiles: WatchedFiles {
  func stamp(of path: FilePath) throws(Errno) -> FileStatus { try FileStatus(of: path) }

  func names(in directory: FilePath) -> [FilePath.Component] {
    DirectoryEntries.names(in: directory)
  }

  func digest(of path: FilePath) -> UInt64? {
    guard
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
    else { return nil }
    defer { try? file.close() }
    return try? ContentDigest(of: file).value
  }

  func hold(_ path: FilePath) -> PinnedPath? { PinnedPath(path) }

  func stamp(of item: PinnedPath) -> FileStatus? { item.stamp }

  func place(of item: PinnedPath) -> FilePath? { item.place }

  func fileSystem(of item: PinnedPath) -> FileSystemKind { item.fileSystem }

  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath? {
    TrashedItem(at: place, from: origin)?.restorePath
  }

  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32 {
    try queue.add(directory, kinds)
  }
}

/// An item in a trash of the specification of freedesktop.org.
struct TrashedItem {
  let restorePath: FilePath

  /// `origin` is the previous path, for a trash without that information; nil outside of a trash.
  init?(at place: FilePath, from origin: FilePath) {
    let names = Array(place.components)
    guard
      let index = names.indices.first(where: { index in
        names[index].string == "files" && index + 1 < names.count && index > 0
          && Self.isTrash(names[..<index])
      })
    else { return nil }
    var trash = FilePath(root: place.root, names[..<index])
    var top = trash.removingLastComponent()
    if names[index - 1].string != "Trash", !names[index - 1].string.hasPrefix(".Trash-") {
      top = top.removingLastComponent()
    }
    trash.components.append("info")
    // An item in a deleted directory is restored with the directory.
    let rest = names[(index + 2)...]
    guard let name = FilePath.Component(names[index + 1].string + ".trashinfo"),
      let path = Self.path(in: trash.appending(name))
    else {
      restorePath = origin
      return
    }
    var restored = path.isAbsolute ? path : top.pushing(path)
    restored.components.append(contentsOf: rest)
    restorePath = restored
  }

  /// Returns whether names end in the names of a trash: `Trash`, `.Trash/1000` or `.Trash-1000`.
  private static func isTrash(_ names: ArraySlice<FilePath.Component>) -> Bool {
    guard let last = names.last?.string else { return false }
    if last == "Trash" { return true }
    if last.hasPrefix(".Trash-") { return last.dropFirst(7).isDecimal }
    return last.isDecimal && names.dropLast().last?.string == ".Trash"
  }

  /// Returns the `Path` of a trashinfo file, which is percent-encoded.
  private static func path(in file: FilePath) -> FilePath? {
    guard let descriptor = try? FileDescriptor.open(file, .readOnly, options: [.closeOnExec]) else {
      return nil
    }
    defer { try? descriptor.close() }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    guard let count = try? bytes.withUnsafeMutableBytes({ try descriptor.read(into: $0) }) else {
      return nil
    }
    let lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: "Path=".utf8) }) else { return nil }
    let decoded = PercentEncoding.decoded(line.dropFirst(5))
    guard !decoded.isEmpty, !decoded.contains(0) else { return nil }
    return FilePath(platformString: decoded.map { CChar(bitPattern: $0) } + [0])
  }
}
