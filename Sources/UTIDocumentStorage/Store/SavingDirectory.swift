internal import CUTISystemCalls
package import SystemPackage
internal import UTIPlatform

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
      do throws(FileStoreError) {
        if let lock = try openLocked(location, isNew: true) { return (location, lock) }
        guard attempts < 100 else {
          throw FileStoreError(.open, path: location.path, errno: .noSuchFileOrDirectory)
        }
        try? removeDirectory(at: location)
      } catch {
        try? removeDirectory(at: location)
        throw error
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
          let now = try statusIfPresent(of: location), try now.isSameItem(as: status(of: directory))
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
