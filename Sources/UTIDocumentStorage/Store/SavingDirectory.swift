internal import CUTISystemCalls
public import SystemPackage
package import UTIPlatform

/// The hidden directory next to an item for its next version, and after an exchange for the old
/// item.
///
/// It is private, so the new item can have its final permissions and name from the start. A lock
/// shows that the owner is alive; the fingerprint in its name identifies the item to replace.
package struct SavingDirectory {
  /// The location of the directory.
  package enum Place {
    case beside
    /// In the item, a package whose directory cannot be written.
    case inside
    /// In a directory of the user, because the directory of the item cannot be written.
    case elsewhere
  }

  package static let prefix = ".document-saving-"
  static let conflictPrefix = ".document-conflict-"
  private static let nothing = "new"

  package let place: Place
  package let parent: FileDescriptor
  package let parentPath: FilePath
  package let name: String
  package let location: FileLocation
  /// The directory itself, open and locked.
  package let descriptor: FileDescriptor

  package var path: FilePath { parentPath.pushing(location.path) }

  package func location(of name: FilePath.Component) -> FileLocation {
    FileLocation(name, in: descriptor)
  }

  package func location(
    of reserved: ReservedName, beside item: FilePath.Component
  ) -> FileLocation {
    location(of: reserved.name(beside: item))
  }

  package static func isInUse(_ name: FilePath.Component) -> Bool { name.begins(with: prefix) }

  /// Returns whether a name is the name of a saving directory, in use or kept after a conflict.
  package static func isSavingDirectory(_ name: FilePath.Component) -> Bool {
    isInUse(name) || name.begins(with: conflictPrefix)
  }

  /// Nil if the save creates an item.
  package var replacedFingerprint: UInt64? { Self.replacedFingerprint(ofName: name) }

  /// Nil if the save creates an item.
  package static func replacedFingerprint(of name: FilePath.Component) -> UInt64? {
    replacedFingerprint(ofName: name.string)
  }

  private static func replacedFingerprint(ofName name: String) -> UInt64? {
    name.split(separator: "-").last.flatMap { UInt64($0, radix: 36) }
  }

  package var replacesNothing: Bool { name.hasSuffix("-\(Self.nothing)") }

  private static func newName(fingerprint: UInt64?) -> String {
    let random = String(uti_unique_number(), radix: 36)
    // The leading zero keeps fingerprints distinct from the word for nothing.
    let replaced = fingerprint.map { "0" + String($0, radix: 36) } ?? nothing
    return "\(prefix)\(random)-\(replaced)"
  }

  package func close(in store: any FileStore) { store.closeLocked(descriptor) }

  /// Gives the directory a name that no sweep removes, and returns the path of the item in it.
  package func keep(_ name: FilePath.Component, store: any FileStore) throws(FileStoreError)
    -> FilePath
  {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let kept = FilePath("\(Self.conflictPrefix)\(random)")
    try store.rename(location, to: FileLocation(kept, in: parent), .replacing)
    return parentPath.pushing(kept).appending(name)
  }
}

extension SavingDirectory {
  package init(
    _ place: Place, in parent: FileDescriptor, path parentPath: FilePath, fingerprint: UInt64?,
    store: any FileStore
  ) throws(FileStoreError) {
    let (location, descriptor) = try store.makeLockedDirectory {
      FileLocation(FilePath(Self.newName(fingerprint: fingerprint)), in: parent)
    }
    self.init(
      place: place, parent: parent, parentPath: parentPath, name: location.path.string,
      location: location, descriptor: descriptor)
  }

  /// Nil if the owner is alive or another process takes the directory over; throws `EPERM` if
  /// neither this user nor the owner of `parent` owns the directory, because it may be a trap.
  package init?(
    abandoned name: FilePath.Component, _ place: Place, in parent: FileDescriptor,
    path parentPath: FilePath, store: any FileStore
  ) throws(FileStoreError) {
    let location = FileLocation(name, in: parent)
    guard let descriptor = try store.openLocked(location, isNew: false) else { return nil }
    guard let status = try? store.status(of: descriptor),
      let parentStatus = try? store.status(of: parent), status.isTrusted(in: parentStatus)
    else {
      try? store.close(descriptor)
      throw FileStoreError(.keepPrivate, path: parentPath.appending(name), errno: .notPermitted)
    }
    self.init(
      place: place, parent: parent, parentPath: parentPath, name: name.string, location: location,
      descriptor: descriptor)
  }
}

/// Private directories with a lock, which shows that the owner is alive.
extension FileStore {
  /// Creates another directory, at most a hundred times, if a sweeping process removes the first one
  /// before it is locked.
  func makeLockedDirectory(
    at newLocation: () -> FileLocation
  ) throws(FileStoreError) -> (location: FileLocation, lock: FileDescriptor) {
    var attempts = 0
    while true {
      attempts += 1
      let location = newLocation()
      do throws(FileStoreError) {
        try createDirectory(at: location, permissions: .ownerReadWriteExecute)
      } catch  where error.errno == .fileExists && attempts < 100 {
        continue
      }
      let lock = Result { () throws(FileStoreError) in try openLocked(location, isNew: true) }
      if case .success(let lock?) = lock { return (location, lock) }
      try? removeDirectory(at: location)
      _ = try lock.get()
      guard attempts < 100 else {
        throw FileStoreError(.open, path: location.path, errno: .noSuchFileOrDirectory)
      }
    }
  }

  /// Nil if another process has locked, removed or replaced the directory; without locks, only a new
  /// directory has no other owner.
  func openLocked(
    _ location: FileLocation, isNew: Bool
  ) throws(FileStoreError) -> FileDescriptor? {
    do throws(FileStoreError) {
      let directory = try open(location, for: .reading)
      do throws(FileStoreError) {
        if try lock(directory, orIfLacking: isNew),
          let now = try statusIfPresent(of: location),
          // No other directory gets the name of a new one, and some file systems renumber items.
          try isNew ? true : now.isSameItem(as: status(of: directory))
        {
          return directory
        }
      } catch {
        try? close(directory)
        throw error
      }
      try? close(directory)
      return nil
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    }
  }

  private func lock(
    _ directory: FileDescriptor, orIfLacking unlocked: Bool
  ) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      return try lock(directory, .exclusive)
    } catch  where ItemLock.isLacking(error.errno) {
      return unlocked
    }
  }

  /// Closing alone leaves the lock to a started process that has not replaced its program yet;
  /// recovery would then take the owner for alive.
  package func closeLocked(_ file: FileDescriptor) {
    try? unlock(file)
    try? close(file)
  }
}

/// The target of a save: its symbolic links are resolved and its directory is open.
package struct SaveTarget {
  private static let mostLinks = 40

  package let directory: FileDescriptor
  package let directoryPath: FilePath
  /// The name in the directory that the save commits.
  package let name: FilePath.Component
  /// The path from `name` to the item if directories are missing; empty in most cases.
  package let pathBelowName: FilePath
  /// The location that the save commits.
  package let location: FileLocation
  /// Nil if there is no item.
  package let status: FileStatus?
  package let isLink: Bool

  package var pathFromDirectory: FilePath {
    let path = FilePath(name: name)
    return pathBelowName.isEmpty ? path : path.pushing(pathBelowName)
  }
  package var path: FilePath { directoryPath.pushing(pathFromDirectory) }
  /// The absolute path, which does not depend on the working directory.
  package var absolutePath: FilePath {
    SystemFileStore.path(of: directory).pushing(pathFromDirectory)
  }

  /// - Throws: `SafeWritingError` if the path names nothing, the links form a loop or a directory
  ///   is missing; `FileStoreError` for all other failures.
  package init(_ given: FilePath, createsDirectories: Bool = false, store: any FileStore) throws {
    var path = given
    for depth in 0..<Self.mostLinks {
      guard let (parent, name) = path.splitAtLastName, name.kind == .regular else {
        throw SafeWritingError(.invalidPath, path: given)
      }
      var names = [name]
      var directoryPath = parent.isEmpty ? FilePath(".") : parent
      var found = try Self.open(directoryPath, given: given, store: store)
      while found == nil, createsDirectories, let (parent, missing) = directoryPath.splitAtLastName,
        missing.kind == .regular
      {
        names.insert(missing, at: 0)
        directoryPath = parent.isEmpty ? FilePath(".") : parent
        found = try Self.open(directoryPath, given: given, store: store)
      }
      guard let directory = found else {
        throw SafeWritingError(
          .missingDirectory, path: given,
          failure: FileStoreError(.open, path: directoryPath, errno: .noSuchFileOrDirectory))
      }
      do {
        let location = FileLocation(names[0], in: directory)
        let status = try store.statusIfPresent(of: location)
        guard status?.kind == .symbolicLink else {
          self.directory = directory
          self.directoryPath = directoryPath
          self.name = names[0]
          self.location = location
          pathBelowName = FilePath(root: nil, names.dropFirst())
          self.status = status
          isLink = depth > 0
          return
        }
        path = directoryPath.pushing(try store.destinationOfSymbolicLink(at: location))
        try? store.close(directory)
      } catch {
        try? store.close(directory)
        throw error
      }
    }
    throw SafeWritingError(.symbolicLinkLoop, path: given)
  }

  /// - Returns: the open directory; nil if it does not exist.
  private static func open(
    _ path: FilePath, given: FilePath, store: any FileStore
  ) throws -> FileDescriptor? {
    // The last component is followed too if it is a symbolic link.
    let location = FileLocation(path.appending("."))
    do throws(FileStoreError) {
      return try store.open(location, for: .reading)
    } catch  where error.errno == .permissionDenied {
      // Names can be changed without permission to list the directory; only flushing it fails.
      return try store.open(location, for: .naming)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    } catch  where error.errno == .tooManySymbolicLinkLevels {
      throw SafeWritingError(.symbolicLinkLoop, path: given, failure: error)
    }
  }
}

/// The method that put the new item in place.
public enum SaveStrategy: String, Hashable, Sendable {
  /// Both items were atomically exchanged; the old item was compared with the expected one.
  case exchange
  /// The new item took a free name in one step, which fails if the name exists.
  case createExclusively = "create exclusively"
  /// Like ``createExclusively``, with a second name and the removal of the first.
  case linkExclusively = "link exclusively"
  /// The complete new file got its name in one step, which fails if the name exists.
  case linkUnnamed = "link unnamed file"
  /// The new file replaced the old one in one step, after the old one got a second name.
  case backUpAndReplace = "back up and replace"
  /// The new file replaced the old one in one step, without a comparison of the replaced file.
  case replace
  /// The old item was moved away, then the new one was moved in.
  ///
  /// After a crash between both steps, the next open of the document recovers it.
  case moveAsideAndReplace = "move aside and replace"
  /// The old file was overwritten, with a copy next to it until the write was complete.
  ///
  /// After a crash, the next open of the document recovers it.
  case overwriteInPlace = "overwrite in place"
  /// The children of a directory were moved one by one.
  ///
  /// After a crash, the next open of the document recovers it.
  case replaceChildren = "replace children"

  /// A Boolean value that indicates whether other processes always saw a complete item, old or
  /// new.
  public var isAtomic: Bool {
    switch self {
    case .moveAsideAndReplace, .overwriteInPlace, .replaceChildren: false
    default: true
    }
  }
}

/// The data that a loss of power can discard.
public enum SaveDurability: Hashable, Sendable {
  /// Nothing: contents and names are flushed to disk.
  case full
  /// The name of the new item: the file system cannot flush directories.
  case contentsOnly(Errno)
  /// Everything: the options of the writer disable flushing, or the file system cannot flush files.
  case none
}

/// The reserved names in a saving directory, next to the new item.
package enum ReservedName: String, CaseIterable {
  /// The old item, or a complete copy of it.
  case backup = ".document-old"
  /// An incomplete backup or manifest.
  case partial = ".document-partial"
  /// The required names of a package while its children are replaced one by one.
  case manifest = ".document-names"
  /// A link to the item of a saving directory in a recovery location.
  case target = ".document-place"
  /// A link that names the superseded item with another name.
  case superseded = ".document-superseded"
  /// A link with the digest of the old item while another process had it open for writing.
  case open = ".document-open"
  /// A link that marks the new item as complete.
  case complete = ".document-complete"

  /// The name has a suffix if the item itself has the reserved name.
  package func name(beside item: FilePath.Component) -> FilePath.Component {
    FilePath.Component.known(item.string == rawValue ? rawValue + "~" : rawValue)
  }

  package static func isSuperseded(_ name: FilePath.Component) -> Bool {
    [superseded.rawValue, superseded.rawValue + "~"].contains(name.string)
  }

  package static func isTarget(_ name: FilePath.Component) -> Bool {
    [target.rawValue, target.rawValue + "~"].contains(name.string)
  }

  /// Returns the item among the names in a saving directory; nil if there is none.
  package static func item(among names: [FilePath.Component]) -> FilePath.Component? {
    for name in names {
      guard let reserved = ReservedName(rawValue: name.string) else {
        if ReservedName(rawValue: String(name.string.dropLast())) == nil { return name }
        continue
      }
      if names.contains(where: { $0.string == reserved.rawValue + "~" }) { return name }
    }
    return nil
  }
}

extension FilePath.Component {
  /// Returns the component for a text that has no slash and is not empty.
  package static func known(_ text: String) -> FilePath.Component {
    guard let component = FilePath.Component(text) else {
      preconditionFailure("\(text) is no name")
    }
    return component
  }
}
