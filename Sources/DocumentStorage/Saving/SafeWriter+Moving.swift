public import SystemPackage
internal import UTIPlatform

extension SafeWriter {
  /// What moving does where the new name is taken.
  public enum Collision: Hashable, Sendable {
    /// It fails.
    case fails
    /// It takes the first free one of `name 2`, `name 3` and so on, before the extension.
    case numbers
  }

  /// Gives an item another name or another directory, and never replaces anything.
  ///
  /// On a file system that folds case, a name that differs in case alone is free. An item that moves to
  /// another file system is copied, and removed when the copy is on the disk.
  ///
  /// - Parameters:
  ///   - source: the item; a symbolic link moves itself.
  ///   - destination: the new path.
  ///   - collision: what to do where the new name is taken.
  /// - Returns: the path the item has got.
  /// - Throws: ``SafeWritingError``, with ``SafeWritingError/Code/alreadyExists`` where the name is
  ///   taken.
  /// - Complexity: one attempt for each number that is taken; O(*n*) in the size of an item that moves
  ///   to another file system.
  public func move(
    _ source: FilePath, to destination: FilePath, onCollision collision: Collision = .fails
  ) throws(SafeWritingError) -> FilePath {
    var candidate = destination
    var number = 1
    while true {
      do throws(FileStoreError) {
        try moveExclusively(source, to: candidate)
        return candidate
      } catch  where error.errno == .fileExists && collision == .numbers && number < 10_000 {
        number += 1
        candidate = FileName.numbered(destination, number)
      } catch  where error.errno == .fileExists {
        throw SafeWritingError(.alreadyExists, path: candidate, failure: error, isMove: true)
      } catch  where error.errno == .improperLink {
        if try copy(source, to: candidate) { return candidate }
        guard collision == .numbers, number < 10_000 else {
          throw SafeWritingError(.alreadyExists, path: candidate, failure: error, isMove: true)
        }
        number += 1
        candidate = FileName.numbered(destination, number)
      } catch  where error.errno == .noSuchFileOrDirectory {
        throw SafeWritingError(.vanished, path: source, failure: error, isMove: true)
      } catch {
        throw SafeWritingError(.systemCall, path: candidate, failure: error, isMove: true)
      }
    }
  }

  private func moveExclusively(
    _ source: FilePath, to destination: FilePath
  ) throws(FileStoreError) {
    let old = FileLocation(source)
    let new = FileLocation(destination)
    let status = try store.status(of: old)
    do throws(FileStoreError) {
      _ = try store.renameExclusively(old, to: new, kind: status.kind)
    } catch  where error.errno == .fileExists {
      guard try isSameName(source, destination, status) else { throw error }
      try store.rename(old, to: new, .replacing)
    }
    guard options.synchronizes else { return }
    for directory in Set([source, destination].map { $0.removingLastComponent() }) {
      let path = directory.isEmpty ? FilePath(".") : directory.appending(".")
      try store.withOpen(FileLocation(path), for: .reading) { directory throws(FileStoreError) in
        _ = try store.synchronizeNames(in: directory)
      }
    }
  }

  /// Whether two names that differ lead to one item because the file system folds case, and not
  /// because the item has both.
  private func isSameName(
    _ source: FilePath, _ destination: FilePath, _ status: FileStatus
  ) throws(FileStoreError) -> Bool {
    let parent = destination.removingLastComponent()
    guard parent == source.removingLastComponent(), let name = destination.lastComponent,
      source.lastComponent != name,
      try store.status(of: FileLocation(destination)).isSameItem(as: status)
    else { return false }
    let path = parent.isEmpty ? FilePath(".") : parent.appending(".")
    return try !store.names(at: FileLocation(path)).contains(name)
  }
}
