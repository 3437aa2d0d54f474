package import SystemPackage

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
