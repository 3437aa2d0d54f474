internal import CUTISystemCalls
package import SystemPackage
internal import UTIPlatform

/// An event of a watched item, found by a probe after a burst of changes has ended.
package struct FileEvent: Hashable, Sendable {
  /// The kind of an event.
  package enum Kind: Hashable, Sendable {
    /// The contents changed or the item was replaced; a directory has the changed items in it.
    case changed([Subitem])
    /// Permissions, attributes or times changed, but not the contents (rule J3).
    case metadataChanged
    /// The item moved (rules J7, J8, J9).
    case moved(to: FilePath)
    /// The item no longer exists (rule J10).
    case deleted
    /// The item is in a trash, with a path to restore it to (rule J12).
    case trashed(place: FilePath, restorePath: FilePath)
    case appeared
    /// The system does not report changes of the item, so it is polled (rule J18).
    case becamePolled(PollingReason)
    /// The queue of notices overflowed, so all items were probed again (rule J18).
    case noticesLost
  }

  /// A change of an item in a directory; paths are relative to the directory.
  package enum Subitem: Hashable, Sendable {
    case appeared(FilePath)
    case changed(FilePath)
    case moved(from: FilePath, to: FilePath)
    case removed(FilePath)
  }

  /// The originator of a change, as far as it is known (rule K11).
  package enum Originator: String, Hashable, Sendable {
    case thisProcess
    case cooperatingProcess
    case unknown
  }

  package let kind: Kind
  /// The path of the item at its last report.
  package let path: FilePath
  package let originator: Originator
  /// The number of known states of the item that precede the event (``FileWatch/acknowledge()``).
  package let generation: UInt64

  package init(
    _ kind: Kind, at path: FilePath, by originator: Originator = .unknown, generation: UInt64 = 0
  ) {
    self.kind = kind
    self.path = path
    self.originator = originator
    self.generation = generation
  }
}

/// The reason why the system does not report changes of an item.
package enum PollingReason: String, Hashable, Sendable, CaseIterable {
  /// The file system is on the network, and other machines change it without notice.
  case network
  /// The file system is a user-space program (FUSE), which changes it without notice to the kernel.
  case userSpace
  case watchLimit
  case instanceLimit
  case tooManyDirectories
  /// The directory may not be read, only entered.
  case notReadable
  case unmounted
}

/// The queue of the system's notices about directories: one inotify instance for each process.
final class NoticeQueue: Sendable {
  /// A notice of the system.
  struct Notice {
    let watch: Int32
    let kinds: Kinds
    /// The number that connects both notices of a move.
    let cookie: UInt32
    /// The name in the directory; nil for the directory itself.
    let name: FilePath.Component?
  }

  /// The kinds of notices.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ kind: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: kind) }

    static let modified = Kinds(UTI_NOTICE_MODIFIED)
    static let attributes = Kinds(UTI_NOTICE_ATTRIBUTES)
    static let closed = Kinds(UTI_NOTICE_CLOSED_AFTER_WRITING)
    static let movedFrom = Kinds(UTI_NOTICE_MOVED_FROM)
    static let movedTo = Kinds(UTI_NOTICE_MOVED_TO)
    static let created = Kinds(UTI_NOTICE_CREATED)
    static let deleted = Kinds(UTI_NOTICE_DELETED)
    static let directoryDeleted = Kinds(UTI_NOTICE_DIRECTORY_DELETED)
    static let directoryMoved = Kinds(UTI_NOTICE_DIRECTORY_MOVED)
    static let unmounted = Kinds(UTI_NOTICE_UNMOUNTED)
    static let overflow = Kinds(UTI_NOTICE_OVERFLOW)
    static let ended = Kinds(UTI_NOTICE_WATCH_ENDED)
    static let isDirectory = Kinds(UTI_NOTICE_IS_DIRECTORY)

    /// The kinds for a parent directory, which report only its own moves.
    static let ofPlace: Kinds = [.directoryMoved, .directoryDeleted]
    static let ofNames: Kinds = [
      .modified, .attributes, .closed, .movedFrom, .movedTo, .created, .deleted,
    ]
  }

  let descriptor: FileDescriptor

  /// - Throws: `EMFILE` if the user has as many queues as the system allows.
  init() throws(Errno) {
    let number = uti_notices_open()
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: number)
  }

  deinit { try? descriptor.close() }

  /// Returns the number of the watch, which is the same for all paths of the directory.
  ///
  /// - Throws: `ENOSPC` if the user watches as many directories as the system allows.
  func add(_ directory: FilePath, _ kinds: Kinds) throws(Errno) -> Int32 {
    let watch = directory.withPlatformString {
      uti_notices_add(descriptor.rawValue, $0, kinds.rawValue)
    }
    guard watch >= 0 else { throw Errno(rawValue: errno) }
    return watch
  }

  /// The size of a notice with the longest name, in bytes.
  private static let largestNotice = 16 + Int(NAME_MAX) + 1

  func remove(_ watch: Int32) { _ = uti_notices_remove(descriptor.rawValue, watch) }

  func drain(_ body: (Notice) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while true {
        let count = read(descriptor.rawValue, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        var offset = 0
        var notice = uti_notice()
        while uti_next_notice(buffer.baseAddress, count, &offset, &notice) == 1 {
          body(
            Notice(
              watch: notice.watch, kinds: Kinds(rawValue: notice.mask), cookie: notice.cookie,
              name: notice.name.flatMap { FilePath.Component(platformString: $0) }))
        }
        // The system fills the buffer as far as whole notices fit.
        if count + Self.largestNotice <= buffer.count { return }
      }
    }
  }
}
