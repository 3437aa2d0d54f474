#if ManagedDocuments

internal import CUTISQLiteSession
internal import Documents
internal import Foundation
internal import UTIPlatform
internal import SystemPackage

/// The folder of a working copy: the edited database, and the facts about its document.
///
/// ```
/// working/6F1C…/   lock       locked while its document is in use, in any process
///                  document   a link to the document
///                  base       the version of the document's file that the copy is based on
///                  next       the version that a save is about to put there
///                  edited     exists while the copy may have changes that the file lacks
///                  database   and its write-ahead log
/// ```
///
/// The folder outlives its process, so that no committed transaction is lost.
final class WorkingFolder: Sendable {
  let url: URL
  private let lock: Int32

  /// Creates a folder for a document.
  ///
  /// - Parameters:
  ///   - document: the URL of the document.
  ///   - directory: the directory of working copies, which is created if it is missing.
  /// - Throws: `DocumentError` if other users can put an item into the directory.
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
    guard mkdir(hidden.path, 0o700) == 0 else { throw SystemCallError("make", hidden.path) }
    let lockURL = hidden.appending(path: "lock")
    lock = try FileCopy.open(lockURL, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, "make")
    let code = mdoc_lock(lock)
    guard code == 0 else {
      close(lock)
      throw SystemCallError("lock", lockURL.path, errno: code)
    }
    url = directory.appending(path: name, directoryHint: .isDirectory)
    guard rename(hidden.path, url.path) == 0 else { throw SystemCallError("rename", hidden.path) }
    try setDocument(document)
  }

  /// Takes over the folder of a document whose process has ended.
  ///
  /// - Returns: nil if the document is in use, or another process takes the folder over.
  init?(abandonedAt url: URL) {
    let file = try? FileCopy.open(
      url.appending(path: "lock"), O_RDWR | O_CLOEXEC | O_NOFOLLOW, "open")
    guard let file else { return nil }
    var status = stat()
    // The previous holder may have removed it in the meantime.
    guard mdoc_lock(file) == 0, fstat(file, &status) == 0, status.st_nlink > 0 else {
      mdoc_close_locked(file)
      return nil
    }
    self.url = url
    lock = file
  }

  deinit { mdoc_close_locked(lock) }

  /// Returns whether only the user can put an item into a directory.
  ///
  /// The result is true for a missing directory, so that its use reports the error.
  private static func isPrivate(_ directory: URL) -> Bool {
    (try? SystemFileStore().isPrivate(FilePath(directory.path))) ?? true
  }

  /// Returns the abandoned folders of a private directory, each of them locked.
  static func abandoned(in directory: URL) -> [WorkingFolder] {
    guard isPrivate(directory) else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.compactMap {
      WorkingFolder(abandonedAt: directory.appending(path: $0, directoryHint: .isDirectory))
    }
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
  private var editedURL: URL { url.appending(path: "edited") }

  /// The URL of the document.
  var document: URL? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(url.appending(path: "document").path, &buffer, Int(PATH_MAX))
    guard count > 0 else { return nil }
    return buffer.withUnsafeBufferPointer {
      $0.baseAddress.map {
        URL(fileURLWithFileSystemRepresentation: $0, isDirectory: false, relativeTo: nil)
      }
    }
  }

  func setDocument(_ document: URL) throws {
    let new = url.appending(path: "document~")
    unlink(new.path)
    let made = document.withUnsafeFileSystemRepresentation {
      $0.map { symlink($0, new.path) } ?? -1
    }
    guard made == 0, rename(new.path, url.appending(path: "document").path) == 0 else {
      throw SystemCallError("make", new.path)
    }
  }

  /// A Boolean value that indicates whether the copy may have changes that the document's file
  /// lacks.
  var isEdited: Bool { access(editedURL.path, F_OK) == 0 }

  func markEdited() throws {
    let file = try FileCopy.open(editedURL, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, "make")
    close(file)
  }

  func unmarkEdited() throws {
    guard unlink(editedURL.path) == 0 || errno == ENOENT else {
      throw SystemCallError("remove", editedURL.path)
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
    // Atomic writing of Foundation flushes to disk, which is not necessary for a killed process.
    let (place, new) = (url.appending(path: name), url.appending(path: "\(name)~"))
    let file = try FileCopy.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, "make")
    let bytes = Array((stamp?.text ?? "").utf8)
    let count = write(file, bytes, bytes.count)
    close(file)
    guard count == bytes.count else { throw SystemCallError("write", new.path) }
    guard rename(new.path, place.path) == 0 else { throw SystemCallError("rename", new.path) }
  }

  /// The time of the last write to the copy.
  var modificationDate: Date {
    ["database-wal", "database"].compactMap { ItemStamp(of: url.appending(path: $0)) }
      .map { Date(timeIntervalSince1970: Double($0.seconds)) }.max() ?? .distantPast
  }

  /// Removes the folder and all its items.
  func remove() throws { try FileManager.default.removeItem(at: url) }
}

#endif
