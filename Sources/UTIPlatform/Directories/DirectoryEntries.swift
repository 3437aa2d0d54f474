internal import Synchronization
package import SystemPackage

/// The items of a directory, in the order of the file system (readdir(3)).
package struct DirectoryEntries: ~Copyable {
  private let stream: OpaquePointer

  /// - Throws: the error of opendir(3), such as `notDirectory`.
  package init(path: UnsafePointer<CChar>) throws(Errno) {
    guard let stream = opendir(path) else { throw Errno(rawValue: errno) }
    self.stream = stream
  }

  /// Starts at the first item; `directory` stays open and keeps its position; throws as openat(2).
  package init(_ directory: Int32) throws(Errno) {
    let own = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw Errno(rawValue: errno) }
    guard let stream = fdopendir(own) else {
      let number = errno
      close(own)
      throw Errno(rawValue: number)
    }
    self.stream = stream
  }

  /// Returns the names as far as the directory can be read.
  package static func readableNames(
    inDirectory path: UnsafePointer<CChar>, limit: Int = .max
  ) -> [String] {
    guard var entries = try? DirectoryEntries(path: path) else { return [] }
    var names: [String] = []
    while names.count < limit, let entry = try? entries.next() { names.append(entry.text) }
    return names
  }

  /// Returns no names if the directory cannot be read to its end.
  package static func names(in directory: FilePath) -> [FilePath.Component] {
    directory.withPlatformString { path in
      guard var entries = try? DirectoryEntries(path: path) else { return [] }
      return (try? entries.names()) ?? []
    }
  }

  deinit {
    closedir(stream)
  }

  /// The descriptor of the directory, valid as long as this value exists.
  package var descriptor: Int32 { dirfd(stream) }

  /// Omits `.` and `..`; after an error of readdir(3) the remaining items are unknown.
  package mutating func next() throws(Errno) -> DirectoryEntry? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw Errno(rawValue: errno) }
        return nil
      }
      let item = DirectoryEntry(entry)
      if !item.isDots { return item }
    }
  }

  /// Skips other names before components are created, because each open of a document searches for
  /// names that few directories have; throws as readdir(3).
  package mutating func names(
    beginningWith prefix: String = ""
  ) throws(Errno) -> [FilePath.Component] {
    var names: [FilePath.Component] = []
    let prefixCount = prefix.utf8.count
    while let entry = try next() {
      guard strncmp(entry.platformString, prefix, prefixCount) == 0 else { continue }
      if let name = FilePath.Component(platformString: entry.platformString) {
        names.append(name)
      }
    }
    return names
  }
}

/// An item of a directory, as readdir(3) reports it.
package struct DirectoryEntry {
  /// The name as the system takes it, valid until the next item is read.
  package let platformString: UnsafePointer<CChar>
  /// The kind of the item; nil if the file system does not store it with the name.
  package let kind: FileKind?
  /// A mount point has the number of the item below the mount; some file systems have others than
  /// in the status.
  package let inode: UInt64

  init(_ entry: UnsafeMutablePointer<dirent>) {
    platformString = (UnsafeRawPointer(entry) + Self.nameOffset).assumingMemoryBound(to: CChar.self)
    inode = UInt64(entry.pointee.d_ino)
    kind = FileKind(entryType: entry.pointee.d_type)
  }

  /// The bytes of the name, valid until the next item is read.
  package var name: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(platformString).assumingMemoryBound(to: UInt8.self),
      count: strlen(platformString))
  }

  /// The name as text, with U+FFFD for bytes that are not UTF-8.
  package var text: String { String(decoding: name, as: UTF8.self) }

  var isDots: Bool {
    strcmp(platformString, ".") == 0 || strcmp(platformString, "..") == 0
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}

/// The contents of a directory, read at once.
package struct DirectoryListing: Sendable {
  /// An item of a directory.
  package struct Item: Sendable {
    /// The name, as ``LosslessText``.
    package let name: String
    /// The kind of the item; nil if the file system does not store it with the name.
    package let kind: FileKind?
  }

  package let identity: FileStatus.Item
  /// The items in byte order of their names.
  package let items: [Item]

  /// Stops after `limit` items; throws an error such as `notDirectory`.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  package init(path: UnsafePointer<CChar>, limit: Int = .max) throws(Errno) {
    var entries = try DirectoryEntries(path: path)
    identity = try FileStatus(of: FileDescriptor(rawValue: entries.descriptor)).item
    var items: [Item] = []
    while items.count < limit, let entry = try entries.next() {
      items.append(Item(name: LosslessText.text(entry.name), kind: entry.kind))
    }
    self.items = items.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package init(of path: FilePath, limit: Int = .max) throws(Errno) {
    self = try path.withPlatformString { path in
      Result { () throws(Errno) in try Self(path: path, limit: limit) }
    }.get()
  }

  package init(at path: String, limit: Int = .max) throws(Errno) {
    self = try LosslessText.withPlatformString(path) { path in
      Result { () throws(Errno) in try Self(path: path, limit: limit) }
    }.get()
  }

  package var names: [String] { items.map(\.name) }

  /// Returns the names in a directory in byte order; none if it cannot be listed.
  package static func readableNames(in path: FilePath) -> [String] {
    (try? DirectoryListing(of: path).names) ?? []
  }
}

/// The directories in which a search has found nothing, and which have not changed since.
///
/// A directory that has just changed is searched again, because times come from clock ticks or
/// whole seconds, and one of a network file system always is.
package final class QuietDirectories: Sendable {
  private struct State: Hashable, Sendable {
    let item: FileStatus.Item
    let modified: FileTime
    let changed: FileTime

    init(_ status: FileStatus) {
      (item, modified, changed) = (status.item, status.modified, status.changed)
    }
  }

  /// The greatest age of times that a later change may leave equal, in seconds.
  private static let leastAge: Int64 = 3
  private static let mostDirectories = 256

  private let states = Mutex<Set<State>>([])

  package init() {}

  package func contains(_ status: FileStatus) -> Bool {
    states.withLock { $0.contains(State(status)) }
  }

  /// `status` is the one before the search.
  package func insert(_ status: FileStatus, _ directory: FileDescriptor) {
    let now = FileTime.now.seconds
    guard (Self.leastAge...).contains(now - max(status.modified.seconds, status.changed.seconds)),
      case let kind = FileSystemKind(of: directory), !kind.isOfOtherMachines, !kind.isInUserSpace
    else { return }
    states.withLock { states in
      if states.count >= Self.mostDirectories { states = [] }
      states.insert(State(status))
    }
  }
}
