internal import SystemPackage

/// The hidden directory beside an item in which its next version comes to be.
///
/// Nobody else can look into it, so that what is being written may have its final permissions from
/// the start; and the new item has its final name in it, which writers that choose a format by
/// the extension need. A lock on the directory says that its owner is alive; the fingerprint in
/// its name says what the save was to replace. After an exchange it holds the old item.
struct SavingDirectory {
  private static let prefix = ".document-saving-"
  private static let conflictPrefix = ".document-conflict-"

  /// The directory that the item belongs to, open.
  let parent: FileDescriptor
  let parentPath: FilePath
  private(set) var name: FilePath.Component
  /// The directory itself, open and locked.
  let descriptor: FileDescriptor

  var location: FileLocation { FileLocation(name, in: parent) }
  var path: FilePath { parentPath.appending(name) }

  /// Whether a name is that of such a directory, or of one that keeps what was in conflict.
  static func isSavingDirectory(_ name: FilePath.Component) -> Bool {
    name.string.hasPrefix(prefix) || name.string.hasPrefix(conflictPrefix)
  }

  /// Makes a directory and locks it.
  ///
  /// Between both somebody who sweeps may take it for one whose owner has died; then another is
  /// made.
  init(
    in parent: FileDescriptor, path parentPath: FilePath, fingerprint: UInt64?,
    store: any FileStore
  ) throws(FileStoreError) {
    var attempts = 0
    while true {
      attempts += 1
      let name = Self.newName(fingerprint: fingerprint)
      let location = FileLocation(name, in: parent)
      do {
        try store.createDirectory(at: location, permissions: .ownerReadWriteExecute)
        if let descriptor = try Self.openLocked(location, store: store) {
          self.parent = parent
          self.parentPath = parentPath
          self.name = name
          self.descriptor = descriptor
          return
        }
      } catch  where error.errno == .fileExists && attempts < 100 {
        continue
      }
    }
  }

  /// - Returns: nil where somebody else has locked or removed the directory.
  private static func openLocked(
    _ location: FileLocation, store: any FileStore
  ) throws(FileStoreError) -> FileDescriptor? {
    do throws(FileStoreError) {
      let descriptor = try store.open(location, for: .reading)
      do throws(FileStoreError) {
        if try store.lock(descriptor),
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
      try? store.removeDirectory(at: location)
      throw error
    }
  }

  private static func newName(fingerprint: UInt64?) -> FilePath.Component {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let replaced = fingerprint.map { String($0, radix: 36) } ?? "new"
    return component("\(prefix)\(random)-\(replaced)")
  }

  /// A name that is known to be one, because it has no slash and is not empty.
  private static func component(_ text: String) -> FilePath.Component {
    guard let component = FilePath.Component(text) else {
      preconditionFailure("\(text) is no name")
    }
    return component
  }
}
