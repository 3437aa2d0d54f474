#if ManagedDocuments

internal import UniformDocuments
internal import Foundation
internal import GRDB
internal import UTIFoundationBridge
internal import UTIPlatform
internal import SystemPackage

extension ManagedDocument {
  /// The greatest number of attempts to copy a file that other processes write during the copy.
  private static let mostAttempts = 5

  /// Reads the database; runs on the queue of file access.
  func readDatabase(at url: URL) throws {
    let isOpening = documentState.contains(.closed)
    let isOwn = url.standardizedFileURL.path == fileURL.standardizedFileURL.path
    mendItem(at: url)
    let item = url.resolvingSymlinksInPath()
    let isPackage = try self.isDirectory(item, of: url)
    let store = store(of: item, isPackage: isPackage)
    try refuseLink(store, isPackage: isPackage, of: url)
    DatabaseSides(database: store).settle()
    let working: WorkingCopy
    if isOpening, isOwn, let recovered = try recoveredCopy(store: store) {
      working = recovered
    } else {
      working = try freshCopy(of: store, at: url, isOwn: isOwn)
    }
    if isPackage {
      do {
        try readAdditionalContent(from: item)
      } catch {
        // Recovered transactions must be available for the next attempt.
        if managed.withValues({ $0.isRecovered }) { working.close() } else { working.discard() }
        throw error
      }
    }
    managed.withValues { $0.isPackage = isPackage }
    adopt(working)
  }

  /// Recovers an item after a crash during a save; a read reports all other problems.
  private func mendItem(at url: URL) {
    let path = url.withUnsafeFileSystemRepresentation { $0.map { FilePath(platformString: $0) } }
    guard let path else { return }
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    _ = try? writer.recover(at: path)
  }

  private func isDirectory(_ item: URL, of url: URL) throws -> Bool {
    do {
      return try FileStatus(of: FilePath(of: item), followsLinks: true).kind == .directory
    } catch {
      throw DatabaseFileCheck.error(
        FileStoreError(.readStatus, path: FilePath(item.path), errno: error as? Errno ?? .ioError),
        .open, of: url)
    }
  }

  /// The target of the link may be a file that the user has not chosen.
  private func refuseLink(_ store: URL, isPackage: Bool, of url: URL) throws {
    guard isPackage else { return }
    for part in [store.deletingLastPathComponent(), store] {
      let kind: FileKind
      do {
        kind = try SystemFileStore().status(of: FileLocation(part)).kind
      } catch {
        throw DatabaseFileCheck.error(error, .open, of: url)
      }
      guard kind != .symbolicLink else {
        throw DocumentError(
          .specialFile, .open, url: url,
          message: "\(url.lastPathComponent) has a link in place of its database: \(part.path)",
          remedy: "put the database itself there")
      }
    }
  }

  private func freshCopy(of store: URL, at url: URL, isOwn: Bool) throws -> WorkingCopy {
    try DatabaseFileCheck.check(store, of: url)
    let folder = try makeFolder()
    do {
      let stamp = try copy(store, to: folder.databaseURL, of: url)
      if isOwn {
        try folder.setBase(stamp)
      } else {
        // The document's item has other contents, so the copy is worth keeping from the start.
        try folder.setBase(managed.withValues { $0.working?.folder.base })
        try folder.markEdited()
      }
      let working = try WorkingCopy(in: folder, setup(checks: checksDatabaseAtOpening))
      if isOwn {
        managed.withValues {
          $0.isRecovered = false
          $0.isBasedOnOtherVersion = false
        }
      }
      return working
    } catch {
      try? folder.remove()
      throw DatabaseFileCheck.error(error, .open, of: url)
    }
  }

  /// A database without its journal may be damaged, and without its log it may be outdated.
  private func copy(_ store: URL, to place: URL, of url: URL) throws -> ItemStamp? {
    let sides = ["-wal", "-journal"]
    func beside(_ file: URL, _ side: String) -> URL {
      file.deletingLastPathComponent().appending(path: file.lastPathComponent + side)
    }
    for _ in 0..<Self.mostAttempts {
      let before = sides.map { ItemStamp(of: beside(store, $0)) }
      let stamp = try SystemFileStore().copy(store, to: place)
      for (side, before) in zip(sides, before) where before.map({ $0.size > 0 }) ?? false {
        try SystemFileStore().copy(beside(store, side), to: beside(place, side))
      }
      let after = sides.map { ItemStamp(of: beside(store, $0)) }
      if let stamp, before == after, ItemStamp(of: store) == stamp { return stamp }
      for file in [place] + sides.map({ beside(place, $0) }) {
        try? FileManager.default.removeItem(at: file)
      }
    }
    throw DocumentError(
      .changedWhileReading, .open, url: url,
      message: "\(url.lastPathComponent) changed repeatedly while it was copied",
      remedy: "wait until the writing process has finished, and open it again")
  }

  func load(_ contents: ManagedContents) throws {
    // A duplicate uses the working directory of its original.
    workingDirectory = contents.working.folder.url.deletingLastPathComponent()
    let folder = try makeFolder()
    do {
      try contents.writeDatabase(to: folder.databaseURL)
      try folder.markEdited()
      adopt(try WorkingCopy(in: folder, setup(checks: false)))
    } catch {
      try? folder.remove()
      throw error
    }
  }
}

#endif
