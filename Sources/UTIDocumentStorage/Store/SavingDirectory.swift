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

  /// Creates another directory if a sweeping process removes this one as abandoned before its lock.
  package init(
    _ place: Place, in parent: FileDescriptor, path parentPath: FilePath, fingerprint: UInt64?,
    store: any FileStore
  ) throws(FileStoreError) {
    var made: (name: String, location: FileLocation, descriptor: FileDescriptor)?
    var attempts = 0
    while made == nil {
      attempts += 1
      let name = Self.newName(fingerprint: fingerprint)
      let location = FileLocation(FilePath(name), in: parent)
      do throws(FileStoreError) {
        try store.createDirectory(at: location, permissions: .ownerReadWriteExecute)
      } catch  where error.errno == .fileExists && attempts < 100 {
        continue
      }
      made = try Self.openLocked(location, store: store, making: true).map {
        (name, location, $0)
      }
    }
    guard let made else { preconditionFailure("the loop ends with a directory or an error") }
    self.place = place
    self.parent = parent
    self.parentPath = parentPath
    name = made.name
    location = made.location
    descriptor = made.descriptor
  }

  /// Nil if the owner is alive or another process takes the directory over; throws `EPERM` if
  /// neither this user nor the owner of `parent` owns the directory, because it may be a trap.
  package init?(
    abandoned name: FilePath.Component, _ place: Place, in parent: FileDescriptor,
    path parentPath: FilePath, store: any FileStore
  ) throws(FileStoreError) {
    let location = FileLocation(name, in: parent)
    guard let descriptor = try Self.openLocked(location, store: store, making: false) else {
      return nil
    }
    guard Self.isTrusted(descriptor, in: parent, store: store) else {
      try? store.close(descriptor)
      throw FileStoreError(.keepPrivate, path: parentPath.appending(name), errno: .notPermitted)
    }
    self.place = place
    self.parent = parent
    self.parentPath = parentPath
    self.name = name.string
    self.location = location
    self.descriptor = descriptor
  }

  /// Closing alone leaves the lock to a started process that has not replaced its program yet;
  /// recovery would then take the save for one that still runs.
  package func close(in store: any FileStore) {
    try? store.unlock(descriptor)
    try? store.close(descriptor)
  }

  private static func isTrusted(
    _ directory: FileDescriptor, in parent: FileDescriptor, store: any FileStore
  ) -> Bool {
    guard let status = try? store.status(of: directory),
      let parentStatus = try? store.status(of: parent)
    else { return false }
    return status.isTrusted(in: parentStatus)
  }

  /// Nil if another process has locked or removed the directory.
  private static func openLocked(
    _ location: FileLocation, store: any FileStore, making: Bool
  ) throws(FileStoreError) -> FileDescriptor? {
    do throws(FileStoreError) {
      let descriptor = try store.open(location, for: .reading)
      do throws(FileStoreError) {
        if try isOurs(descriptor, unlocked: making, store: store),
          let now = try store.statusIfPresent(of: location),
          try isSame(now, descriptor, store: store, making: making)
        {
          return descriptor
        }
        try? store.close(descriptor)
        return nil
      } catch {
        try? store.close(descriptor)
        throw error
      }
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    } catch {
      if making { try? store.removeDirectory(at: location) }
      throw error
    }
  }

  private static func isSame(
    _ status: FileStatus, _ descriptor: FileDescriptor, store: any FileStore, making: Bool
  ) throws(FileStoreError) -> Bool {
    // No other directory gets the random name of a new one.
    if making { return true }
    return status.isSameItem(as: try store.status(of: descriptor))
  }

  /// `unlocked` is the result without locks: a sweeping process cannot know then whether the owner
  /// has ended.
  private static func isOurs(
    _ descriptor: FileDescriptor, unlocked: Bool, store: any FileStore
  ) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      return try store.lock(descriptor, .exclusive)
    } catch {
      guard ItemLock.isLacking(error.errno) else { throw error }
      return unlocked
    }
  }

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
