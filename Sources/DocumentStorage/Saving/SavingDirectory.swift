package import SystemPackage
internal import UTIPlatform

/// The hidden directory beside an item in which its next version comes to be.
///
/// Nobody else can look into it, so that what is being written may have its final permissions from
/// the start; and the new item has its final name in it, which writers that choose a format by
/// the extension need. A lock on the directory says that its owner is alive; the fingerprint in
/// its name says what the save was to replace. After an exchange it holds the old item.
package struct SavingDirectory {
  /// Where the directory is.
  package enum Place {
    /// In the directory of the item.
    case beside
    /// In the item, a package whose directory cannot be written.
    case inside
    /// In a directory of the user's, because the directory of the item cannot be written.
    case elsewhere
  }

  /// How the names of those begin that are in use.
  package static let prefix = ".document-saving-"
  static let conflictPrefix = ".document-conflict-"
  private static let nothing = "new"

  package let place: Place
  /// The directory that holds it, open.
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

  /// Whether a name is that of such a directory.
  package static func isInUse(_ name: FilePath.Component) -> Bool { name.begins(with: prefix) }

  /// Whether a name is that of such a directory, or of one that keeps what was in conflict.
  package static func isSavingDirectory(_ name: FilePath.Component) -> Bool {
    isInUse(name) || name.begins(with: conflictPrefix)
  }

  /// What the save was to replace, by its fingerprint; nil for nothing.
  package var replacedFingerprint: UInt64? { Self.replacedFingerprint(ofName: name) }

  /// The fingerprint of the item that the save of a directory was to replace; nil for none.
  package static func replacedFingerprint(of name: FilePath.Component) -> UInt64? {
    replacedFingerprint(ofName: name.string)
  }

  private static func replacedFingerprint(ofName name: String) -> UInt64? {
    name.split(separator: "-").last.flatMap { UInt64($0, radix: 36) }
  }

  /// Whether the save was to make a new item.
  package var replacesNothing: Bool { name.hasSuffix("-\(Self.nothing)") }

  private static func newName(fingerprint: UInt64?) -> String {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    // Fingerprints that read as the word for nothing are as rare as any other.
    let replaced = fingerprint.map { "0" + String($0, radix: 36) } ?? nothing
    return "\(prefix)\(random)-\(replaced)"
  }

  /// Makes a directory and locks it.
  ///
  /// Between both somebody who sweeps may take it for one whose owner has died; then another is
  /// made.
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

  /// Takes over a directory whose owner has died.
  ///
  /// - Returns: nil where the owner lives, or somebody else takes it over.
  /// - Throws: `FileStoreError` with `EPERM` if the directory belongs to another user than the process
  ///   and the owner of `parent`: it may be a trap.
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
      throw FileStoreError(
        .keepPrivate, path: parentPath.appending(name), errno: .notPermitted)
    }
    self.place = place
    self.parent = parent
    self.parentPath = parentPath
    self.name = name.string
    self.location = location
    self.descriptor = descriptor
  }

  private static func isTrusted(
    _ directory: FileDescriptor, in parent: FileDescriptor, store: any FileStore
  ) -> Bool {
    guard let status = try? store.status(of: directory),
      let parentStatus = try? store.status(of: parent)
    else { return false }
    return status.isTrusted(in: parentStatus)
  }

  /// - Returns: nil where somebody else has locked or removed the directory.
  private static func openLocked(
    _ location: FileLocation, store: any FileStore, making: Bool
  ) throws(FileStoreError) -> FileDescriptor? {
    do throws(FileStoreError) {
      let descriptor = try store.open(location, for: .reading)
      do throws(FileStoreError) {
        if try isOurs(descriptor, unlocked: making, store: store),
          let now = try store.statusIfPresent(of: location),
          now.isSameItem(as: try store.status(of: descriptor))
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

  /// - Parameter unlocked: whether it is ours where the file system has no locks; whoever sweeps
  ///   cannot tell there whether the owner has died.
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

  /// Gives the directory a name under which nobody sweeps it.
  ///
  /// - Returns: the path of what it holds.
  package func keep(_ name: FilePath.Component, store: any FileStore) throws(FileStoreError)
    -> FilePath
  {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let kept = FilePath("\(Self.conflictPrefix)\(random)")
    try store.rename(location, to: FileLocation(kept, in: parent), .replacing)
    return parentPath.pushing(kept).appending(name)
  }
}
