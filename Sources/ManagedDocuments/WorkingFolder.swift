#if ManagedDocuments

internal import CSQLiteSession
internal import Documents
internal import Foundation
internal import UTIPlatform
internal import SystemPackage

/// The folder of a working copy: the database that is edited, and what is known of its document.
///
/// ```
/// working/6F1C…/   lock       locked while its document lives, in whatever process
///                  document   a link to the document
///                  base       the version of the document's file that the copy began as
///                  next       the version that a save is about to put there
///                  edited     there while the copy has what the document's file may lack
///                  database   and its write-ahead log
/// ```
///
/// It outlives its process, so that nothing committed is lost with that.
final class WorkingFolder: Sendable {
  let url: URL
  private let lock: Int32

  /// Makes a folder for a document.
  ///
  /// - Parameters:
  ///   - document: the place of the document.
  ///   - directory: where working copies are; made when it is missing.
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
    // Nobody takes a folder for abandoned whose lock is not made yet.
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

  /// Takes over the folder of a document that is gone.
  ///
  /// - Returns: nil where its document lives, or another process takes it over.
  init?(abandonedAt url: URL) {
    let file = try? FileCopy.open(
      url.appending(path: "lock"), O_RDWR | O_CLOEXEC | O_NOFOLLOW, "open")
    guard let file else { return nil }
    var status = stat()
    // Whoever had it before may have removed it meanwhile.
    guard mdoc_lock(file) == 0, fstat(file, &status) == 0, status.st_nlink > 0 else {
      close(file)
      return nil
    }
    self.url = url
    lock = file
  }

  deinit { close(lock) }

  /// Whether only the user can put an item into a directory; true if it is missing, so that the error
  /// is that of its use.
  private static func isPrivate(_ directory: URL) -> Bool {
    (try? SystemFileStore().isPrivate(FilePath(directory.path))) ?? true
  }

  /// The abandoned folders of a private directory, each of them locked now.
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
      // Foundation says less than the system call that comes next.
    }
  }

  // MARK: - What is in it

  var databaseURL: URL { url.appending(path: "database") }
  private var editedURL: URL { url.appending(path: "edited") }

  /// The place of the document.
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

  /// Whether the copy has, or may have, what the document's file has not.
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
  /// The version that a save was about to put there.
  var next: ItemStamp? { stamp("next") }

  func setBase(_ stamp: ItemStamp?) throws { try record(stamp, in: "base") }
  func setNext(_ stamp: ItemStamp?) throws { try record(stamp, in: "next") }

  private func stamp(_ name: String) -> ItemStamp? {
    (try? String(contentsOf: url.appending(path: name), encoding: .utf8))
      .flatMap(ItemStamp.init(text:))
  }

  private func record(_ stamp: ItemStamp?, in name: String) throws {
    // Foundation's atomic writing waits for the disk, which processes that die do not need.
    let (place, new) = (url.appending(path: name), url.appending(path: "\(name)~"))
    let file = try FileCopy.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, "make")
    let bytes = Array((stamp?.text ?? "").utf8)
    let count = write(file, bytes, bytes.count)
    close(file)
    guard count == bytes.count else { throw SystemCallError("write", new.path) }
    guard rename(new.path, place.path) == 0 else { throw SystemCallError("rename", new.path) }
  }

  /// When the copy was last written to.
  var modificationDate: Date {
    ["database-wal", "database"].compactMap { ItemStamp(of: url.appending(path: $0)) }
      .map { Date(timeIntervalSince1970: Double($0.seconds)) }.max() ?? .distantPast
  }

  /// Removes the folder with everything in it.
  func remove() throws { try FileManager.default.removeItem(at: url) }
}

#endif
