package import SystemPackage

/// What has become of an item that is watched, as it was found after everything that belongs together
/// had happened.
package struct FileEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// The item has other contents, or another item is at its place; for a directory, what in it.
    case changed([Subitem])
    /// Permissions, attributes or times are others; the contents are the same (rule J3).
    case metadataChanged
    /// The item has another place (rules J7, J8, J9).
    case moved(to: FilePath)
    /// There is no such item any more (rule J10).
    case deleted
    /// The item is in a trash, from which it would go back to a place (rule J12).
    case trashed(place: FilePath, restorePath: FilePath)
    /// An item is there again after it was gone.
    case appeared
    /// Nothing tells of changes any more, so that the item is looked at now and then (rule J18).
    case becamePolled(PollingReason)
    /// The system had more to tell than it keeps; everything was looked at anew (rule J18).
    case noticesLost
  }

  /// What has become of something in a directory; paths are relative to the directory.
  package enum Subitem: Hashable, Sendable {
    /// It is new.
    case appeared(FilePath)
    /// It has other contents.
    case changed(FilePath)
    /// It has another name, or is in another directory.
    case moved(from: FilePath, to: FilePath)
    /// It is gone.
    case removed(FilePath)
  }

  /// Who did it, as far as that can be known (rule K11).
  package enum Originator: String, Hashable, Sendable {
    /// This process.
    case thisProcess
    /// Another process that coordinates its accesses.
    case cooperatingProcess
    /// Nobody who has said so: the system does not tell whose changes they are.
    case unknown
  }

  package let kind: Kind
  /// Where the item was when it was last told of.
  package let path: FilePath
  package let originator: Originator

  package init(_ kind: Kind, at path: FilePath, by originator: Originator = .unknown) {
    self.kind = kind
    self.path = path
    self.originator = originator
  }
}

/// Why the system tells nothing of an item.
package enum PollingReason: String, Hashable, Sendable, CaseIterable {
  /// The file system is one of other machines, which change it without this one's knowing.
  case network
  /// The file system is a program of its own (FUSE), which changes it without the kernel's knowing.
  case userSpace
  /// The user watches as many directories as the system allows.
  case watchLimit
  /// The user has as many queues of notices as the system allows.
  case instanceLimit
  /// The directory has more directories in it than are watched for one item.
  case tooManyDirectories
  /// The directory may not be read, only entered.
  case notReadable
  /// The volume was taken away.
  case unmounted
}
