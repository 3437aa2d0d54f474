internal import CSystemCalls
internal import DocumentStorage
package import SystemPackage
internal import UTIPlatform

/// What tells one state of a file-system object from another, without reading it.
package struct FileStamp: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case regular, directory, other
  }

  /// How one state differs from another.
  package enum Difference: Hashable, Sendable {
    case none, metadata, contents
  }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  package let size: UInt64
  package let mode: UInt32
  let modified: FileTime
  let changed: FileTime
  let linkCount: UInt64

  init(_ status: uti_status) {
    kind =
      switch status.mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    device = status.device
    inode = status.inode
    size = status.size
    mode = status.mode
    modified = FileTime(seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds)
    changed = FileTime(seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds)
    linkCount = status.link_count
  }

  /// The state of what is at a path; a link counts as itself.
  ///
  /// - Throws: the error of the call, `ENOENT` where nothing is.
  package init(of path: FilePath) throws(Errno) {
    var status = uti_status()
    let result = path.withPlatformString { uti_status_at(AT_FDCWD, $0, 0, &status) }
    guard result == 0 else { throw Errno(rawValue: errno) }
    self.init(status)
  }

  /// The state of what a descriptor is open on.
  init(of descriptor: FileDescriptor) throws(Errno) {
    var status = uti_status()
    guard uti_status_at(descriptor.rawValue, "", 0, &status) == 0 else {
      throw Errno(rawValue: errno)
    }
    self.init(status)
  }

  /// The state of what is at a path; nil where nothing is, or nobody can tell.
  static func present(at path: FilePath) -> FileStamp? { try? FileStamp(of: path) }

  func isSameItem(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }

  /// How the state differs from a later one.
  ///
  /// A directory is not what is in it: that its own times are others says nothing.
  func difference(to later: FileStamp) -> Difference {
    guard kind == later.kind, isSameItem(as: later) else { return .contents }
    if kind == .directory { return mode == later.mode ? .none : .metadata }
    guard size == later.size, modified == later.modified else { return .contents }
    return changed == later.changed && mode == later.mode ? .none : .metadata
  }
}
