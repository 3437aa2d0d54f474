package import SystemPackage
internal import UTIPlatform

extension Trash {
  /// Uses the user's trash if it is on the item's file system, else one at the top of that.
  ///
  /// Creating the info file first reserves the name (freedesktop.org's trash specification, version
  /// 1.0). The item stays in place after an error.
  @discardableResult
  package func take(_ path: FilePath, in store: any FileStore) throws(FileStoreError) -> FilePath {
    let status = try store.status(of: FileLocation(path))
    let absolute = store.resolvedPath(of: path.removingLastComponent().appending("."))
      .pushing(path.lastComponent.map { FilePath(name: $0) } ?? FilePath())
    var failure = FileStoreError(.rename, path: path, errno: .noSuchFileOrDirectory)
    for files in directories(for: status.item, at: absolute, in: store) {
      do throws(FileStoreError) {
        return try take(path, absolute, to: files.removingLastComponent(), in: store)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func take(
    _ path: FilePath, _ absolute: FilePath, to trash: FilePath, in store: any FileStore
  ) throws(FileStoreError) -> FilePath {
    // The shared trash at the top of a file system is used only if it exists and has the sticky
    // bit.
    if trash.lastComponent?.string == "\(user)" {
      let shared = try store.status(of: FileLocation(trash.removingLastComponent()))
      guard shared.kind == .directory, shared.permissions.contains(.saveText) else {
        throw FileStoreError(.rename, path: trash, errno: .permissionDenied)
      }
    }
    try store.makeDirectories(trash, synchronizes: false)
    for directory in [trash, trash.appending("files"), trash.appending("info")] {
      try store.makeDirectories(directory, synchronizes: false)
      guard try isOwn(directory, in: store) else {
        throw FileStoreError(.keepPrivate, path: directory, errno: .notPermitted)
      }
    }
    var number = 1
    while true {
      let name = Self.name(of: path, number)
      let note = FileLocation(trash.appending("info").appending("\(name.string).trashinfo"))
      do throws(FileStoreError) {
        try store.writeFile(noteText(absolute), to: note, synchronizes: false)
      } catch  where error.errno == .fileExists && number < 10_000 {
        number += 1
        continue
      }
      do throws(FileStoreError) {
        let place = trash.appending("files").appending(name)
        _ = try store.renameExclusively(FileLocation(path), to: FileLocation(place), kind: .other)
        return place
      } catch {
        try? store.removeFile(at: note)
        guard error.errno == .fileExists, number < 10_000 else { throw error }
        number += 1
      }
    }
  }

  /// The parents may belong to other users, because they may be parents of the item itself.
  func isOwn(_ directory: FilePath, in store: any FileStore) throws(FileStoreError) -> Bool {
    let status = try store.status(of: FileLocation(directory))
    return status.kind == .directory && status.owner == geteuid()
  }

  /// Returns the name of an item in a trash: its own name, with a number if that name exists.
  private static func name(of path: FilePath, _ number: Int) -> FilePath.Component {
    let name = path.lastComponent ?? .known("item")
    let text = number == 1 ? name.string : FileName.numbered(name.string, number)
    return FilePath.Component(text) ?? name
  }

  private func noteText(_ path: FilePath) -> [UInt8] {
    let escaped = path.withPlatformString {
      PercentEncoding.encoded(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, 31, "%Y-%m-%dT%H:%M:%S", &parts)
    let date = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Array("[Trash Info]\nPath=\(escaped)\nDeletionDate=\(date)\n".utf8)
  }
}
