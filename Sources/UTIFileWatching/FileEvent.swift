package import SystemPackage

/// An event of a watched item, found by a probe after a burst of changes has ended.
package struct FileEvent: Hashable, Sendable {
  /// The kind of an event.
  package enum Kind: Hashable, Sendable {
    /// The contents changed or the item was replaced; for a directory, with the changed items in
    /// it.
    case changed([Subitem])
    /// Permissions, attributes or times changed, but not the contents (rule J3).
    case metadataChanged
    /// The item moved (rules J7, J8, J9).
    case moved(to: FilePath)
    /// The item no longer exists (rule J10).
    case deleted
    /// The item is in a trash, with a path to restore it to (rule J12).
    case trashed(place: FilePath, restorePath: FilePath)
    /// An item exists again after it was deleted.
    case appeared
    /// The system does not report changes of the item, so it is polled (rule J18).
    case becamePolled(PollingReason)
    /// The queue of notices overflowed, so all items were probed again (rule J18).
    case noticesLost
  }

  /// A change of an item in a directory; paths are relative to the directory.
  package enum Subitem: Hashable, Sendable {
    /// The item is new.
    case appeared(FilePath)
    /// The contents of the item changed.
    case changed(FilePath)
    /// The item has another name or is in another directory.
    case moved(from: FilePath, to: FilePath)
    /// The item no longer exists.
    case removed(FilePath)
  }

  /// The originator of a change, as far as it is known (rule K11).
  package enum Originator: String, Hashable, Sendable {
    /// This process.
    case thisProcess
    /// Another process that coordinates its accesses.
    case cooperatingProcess
    /// Unknown, because the system does not report the author of a change.
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
  /// The user watches as many directories as the system allows.
  case watchLimit
  /// The user has as many queues of notices as the system allows.
  case instanceLimit
  /// The directory contains more directories than are watched for one item.
  case tooManyDirectories
  /// The directory may not be read, only entered.
  case notReadable
  /// The volume was unmounted.
  case unmounted
}
