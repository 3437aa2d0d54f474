#if ManagedDocuments

internal import UniformDocuments
internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The folder of a working copy, which outlives its process, so that no committed transaction is
/// lost.
///
/// `lock` is locked while its document is in use, and `document` is a link to it; `base` and `next`
/// are the versions of its file that the copy is based on and that a save puts there. `edited`
/// exists while the copy may have changes that the file lacks; `database` has a write-ahead log.
final class WorkingFolder: Sendable {
  private static let store = SystemFileStore()

  let url: URL
  private let lock: FileDescriptor

  /// Creates `directory` if it is missing; throws if other users can put an item into it.
  init(for document: URL, in directory: URL) throws {
    try Self.makeDirectories(directory)
    guard Self.isPrivate(directory) else {
      throw DocumentError(
        .noPrivatePlace, .open, url: directory,
        message: "working copies are not kept in \(directory.path), which other users can reach",
        remedy: "choose a directory that only this user can write with workingDirectory")
    }
    let name = UUID().uuidString
    // A hidden folder is not taken for an abandoned one before its lock exists.
    let hidden = directory.appending(path: ".\(name)", directoryHint: .isDirectory)
    let store = Self.store
    let place = try FileLocation(hidden)
    try store.createDirectory(at: place, permissions: .ownerReadWriteExecute)
    lock = try store.createFile(at: place.appending(FilePath("lock")), permissions: .ownerReadWrite)
    url = directory.appending(path: name, directoryHint: .isDirectory)
    guard try store.lock(lock, .exclusive) else {
      throw FileStoreError(.lock, path: place.path.appending("lock"), errno: .wouldBlock)
    }
    try store.rename(place, to: FileLocation(url), .replacing)
    try setDocument(document)
  }

  /// Nil if the document is in use, or another process takes the folder over.
  init?(abandonedAt url: URL) {
    let file = try? Self.store.open(FileLocation(url.appending(path: "lock")), for: .writing)
    guard let file else { return nil }
    // The previous holder may have removed it in the meantime.
    guard (try? Self.store.lock(file, .exclusive)) == true,
      let status = try? FileStatus(of: file), status.linkCount > 0
    else {
      Self.store.closeLocked(file)
      return nil
    }
    self.url = url
    lock = file
  }

  deinit { Self.store.closeLocked(lock) }

  /// True for a missing directory, so that its use reports the error.
  private static func isPrivate(_ directory: URL) -> Bool {
    (try? store.isPrivate(FilePath(directory.path))) ?? true
  }

  /// Returns the abandoned folders of a private directory, each of them locked; removes what killed
  /// processes were creating or removing.
  static func abandoned(in directory: URL) -> [WorkingFolder] {
    guard isPrivate(directory) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().compactMap {
      let url = directory.appending(path: $0, directoryHint: .isDirectory)
      guard $0.hasPrefix(".") else { return WorkingFolder(abandonedAt: url) }
      if $0.hasPrefix(removalPrefix) || isOld(url), let location = try? FileLocation(url) {
        try? store.removeTree(at: location)
      }
      return nil
    }
  }

  /// The names of folders that are being removed begin with this prefix.
  private static let removalPrefix = ".removed-"

  /// True if no process can be creating the hidden folder any more.
  private static func isOld(_ url: URL) -> Bool {
    guard let stamp = ItemStamp(of: url) else { return false }
    return stamp.modified.date < Date(timeIntervalSinceNow: -3600)
  }

  private static func makeDirectories(_ url: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // The error of the next system call is more precise than Foundation's.
    }
  }

  // MARK: - Contents

  var databaseURL: URL { url.appending(path: "database") }

  var document: URL? {
    try? URL(
      of: Self.store.destinationOfSymbolicLink(at: location("document")),
      directoryHint: .notDirectory)
  }

  func setDocument(_ document: URL) throws {
    try replace("document") {
      try Self.store.createSymbolicLink(at: $0, to: FilePath(of: document))
    }
  }

  /// Atomic writing of Foundation flushes to disk, which is not necessary for a killed process.
  private func replace(_ name: String, _ create: (FileLocation) throws -> Void) throws {
    let new = try location("\(name)~")
    try? Self.store.removeFile(at: new)
    try create(new)
    try Self.store.rename(new, to: location(name), .replacing)
  }

  private func location(_ name: String) throws -> FileLocation {
    FileLocation(try FilePath(of: url).appending(name))
  }

  /// True if the copy may have changes that the document's file lacks.
  var isEdited: Bool { (try? Self.store.exists(location("edited"))) ?? false }

  func markEdited() throws {
    guard !isEdited else { return }
    try Self.store.writeFile([], to: location("edited"), synchronizes: false)
  }

  func unmarkEdited() throws {
    do {
      try Self.store.removeFile(at: location("edited"))
    } catch let error as FileStoreError where error.errno == .noSuchFileOrDirectory {
      // The copy had no changes.
    }
  }

  /// The version of the document's file that the copy is based on.
  var base: ItemStamp? { stamp("base") }
  /// The version that the last save was about to write.
  var next: ItemStamp? { stamp("next") }

  func setBase(_ stamp: ItemStamp?) throws { try record(stamp, in: "base") }
  func setNext(_ stamp: ItemStamp?) throws { try record(stamp, in: "next") }

  private func stamp(_ name: String) -> ItemStamp? {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8))
      .flatMap(ItemStamp.init(text:))
  }

  private func record(_ stamp: ItemStamp?, in name: String) throws {
    try replace(name) {
      try Self.store.writeFile(Array((stamp?.text ?? "").utf8), to: $0, synchronizes: false)
    }
  }

  var modificationDate: Date {
    ["database-wal", "database"].compactMap { ItemStamp(of: url.appending(path: $0)) }
      .map(\.modified.date).max() ?? .distantPast
  }

  /// Gives the folder a hidden name first, so that a killed process leaves the whole copy or none.
  func remove() throws {
    let directory = url.deletingLastPathComponent()
    let hidden = try FileLocation(
      directory.appending(path: Self.removalPrefix + url.lastPathComponent))
    try Self.store.rename(FileLocation(url), to: hidden, .replacing)
    try Self.store.removeTree(at: hidden)
  }
}

#endif
