internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// Reads the item of a document, and verifies that it did not change while it was read.
package struct ItemReader {
  /// The number of attempts to read an item that other processes change meanwhile.
  private static let mostAttempts = 3
  private static let mostLinks = 40
  /// The time to wait for the lock of an item, which a foreign process may hold.
  private static let longestWaiting = Duration.seconds(2)

  let url: URL
  private let store: any FileStore
  private let types: ItemTypes
  private let detected: DetectedType?
  /// The document's name, or the name of another item that is read for it, for errors.
  private let name: (URL) -> String
  private var operation: DocumentOperation? { Reading.current?.operation }

  package init(
    _ url: URL, in store: any FileStore, types: ItemTypes, detected: DetectedType?,
    name: @escaping (URL) -> String
  ) {
    self.url = url
    self.store = store
    self.types = types
    self.detected = detected
    self.name = name
  }

  /// The returned item is the one that the next save expects.
  ///
  /// - Throws: ``DocumentError``, `FileStoreError`, or the error of the file wrapper.
  package func read() throws -> (contents: DocumentContents, item: DocumentRecord.Item) {
    let (path, status) = try resolvedItem()
    for attempt in 0..<Self.mostAttempts {
      let kind = attempt == 0 ? status.kind : (try? store.status(of: FileLocation(path)))?.kind
      let lock = lockItem(at: path, kind)
      defer { if let lock { store.release(lock) } }
      let before = try identity(at: path, lock?.status)
      operation?.progress?.begin(total: Int(clamping: before.byteCount))
      let read = try ByteProgress.observing(with: operation?.transfer) {
        try readOnce(path, before, lock)
      }
      var after = try FileIdentity(of: FileLocation(path), in: store)
      guard before.difference(to: after) != .contents else { continue }
      if case .data(let data) = read {
        guard data.count == after.size else { continue }
        after.contentDigest = data.withUnsafeBytes(FileIdentity.digest(of:))
      }
      return (read, item(at: path, after))
    }
    throw error(
      .changedWhileReading, "it changed repeatedly while it was read",
      "wait until the writing process has finished, and open it again")
  }

  /// Waits until no save holds the item's lock; after the time limit, the item is read without it.
  private func lockItem(at path: FilePath, _ kind: FileKind?) -> ItemLock? {
    // Opening a device or a pipe has side effects.
    guard kind == .regular || kind == .directory else { return nil }
    return try? store.lockItem(at: FileLocation(path), .shared, patience: Self.longestWaiting)
  }

  /// - Parameter readsContents: true if an override has read a file, whose bytes later decide
  ///   whether it was changed or only touched (rule J3).
  package func describe(readsContents: Bool = false) -> DocumentRecord.Item? {
    guard let (path, status) = try? resolvedItem(),
      var identity = try? identity(at: path, status)
    else { return nil }
    if readsContents, identity.kind == .regular, identity.size <= WrittenBytes.mostBytesRead {
      identity.contentDigest = try? store.digest(of: FileLocation(path))
    }
    return item(at: path, identity)
  }

  /// Returns whether the contents are the known ones; nil if the item cannot be read.
  func compare(with known: FileIdentity) -> (found: FileIdentity, isSame: Bool)? {
    guard let (path, status) = try? resolvedItem(), let found = try? identity(at: path, status),
      let isSame = try? known.isSameContents(as: found, at: FileLocation(path), in: store)
    else { return nil }
    return (found, isSame)
  }

  /// `status` is enough for a file; nil to read it.
  private func identity(at path: FilePath, _ status: FileStatus?) throws -> FileIdentity {
    if let status, status.kind != .directory { return FileIdentity(status) }
    return try FileIdentity(of: FileLocation(path), in: store)
  }

  private func item(at path: FilePath, _ identity: FileIdentity) -> DocumentRecord.Item {
    DocumentRecord.Item(
      type: types.identifier(ofItemAt: path, identity, detected: detected),
      modificationDate: identity.modified.date, identity: identity)
  }

  private func readOnce(
    _ path: FilePath, _ identity: FileIdentity, _ lock: ItemLock?
  ) throws -> DocumentContents {
    switch identity.kind {
    case .directory:
      // The kind of the item decides, whatever its name says: the class may have saved it so.
      // An open document must keep the contents that were read. A mapped file would change with the
      // file on disk, and end the program when it is truncated.
      return .fileWrapper(
        try FileWrapper(
          url: URL(of: path, directoryHint: .isDirectory),
          options: [.immediate, .withoutMapping], limits: FileWrapper.Limits(), store: store))
    case .regular:
      // The locked item is the one that the identity describes.
      if let lock, lock.status != nil { return .data(try read(lock.file, identity.size)) }
      return .data(
        try store.withOpen(FileLocation(path), for: .reading) { file throws(FileStoreError) in
          try read(file, store.status(of: file).size)
        })
    case .symbolicLink, .namedPipe, .socket, .blockDevice, .characterDevice, .other:
      throw error(
        .specialFile, "it is a device, a named pipe or a socket", "open a file or a package")
    }
  }

  private func read(_ file: FileDescriptor, _ size: Int64) throws(FileStoreError) -> Data {
    let size = Int(clamping: size)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(max(size, 1), ByteProgress.portion), alignment: 16)
    defer { buffer.deallocate() }
    var data = Data(capacity: size)
    // A file that has grown is read again from its beginning; a file that keeps growing must not
    // block here. A generated file looks empty.
    while data.count < max(size, 1) {
      let count = try store.read(from: file, into: buffer, at: Int64(data.count))
      if count == 0 { break }
      data.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      try ByteProgress.note(count)
    }
    return data
  }

  /// Returns the path with links at its end resolved, and the status of its item.
  private func resolvedItem() throws -> (path: FilePath, status: FileStatus) {
    try resolve(FilePath(of: url), depth: 0)
  }

  private func resolve(
    _ path: FilePath, depth: Int
  ) throws -> (path: FilePath, status: FileStatus) {
    guard depth < Self.mostLinks else {
      throw error(.noSuchFile, "its links form a cycle", "correct one of the links")
    }
    let status = try status(of: path, depth: depth)
    guard status.kind == .symbolicLink else { return (path, status) }
    let destination = try store.destinationOfSymbolicLink(at: FileLocation(path))
    return try resolve(path.removingLastComponent().pushing(destination), depth: depth + 1)
  }

  private func status(of path: FilePath, depth: Int) throws -> FileStatus {
    do {
      return try store.status(of: FileLocation(path))
    } catch {
      switch error.errno {
      case .noSuchFileOrDirectory:
        throw self.error(
          .noSuchFile,
          depth == 0 ? "there is no such item" : "it is a link that leads nowhere: \(path)",
          "check the path", error)
      case .permissionDenied:
        throw self.error(
          .noPermission, "its directory may not be entered", "ask for permission", error)
      default: throw error
      }
    }
  }

  private func error(
    _ code: DocumentError.Code, _ problem: String, _ remedy: String,
    _ failure: FileStoreError? = nil
  ) -> DocumentError {
    DocumentError(
      code, .open, url: url, errno: failure?.errno, underlyingError: failure,
      message: "\(name(url)) cannot be read: \(problem)", remedy: remedy)
  }
}

/// A read in progress, for the results of the default of `read(from:)`.
package final class Reading: OperationPart, @unchecked Sendable {
  package let operation: DocumentOperation
  let keepsPlace: Bool
  // The queue of file access uses the following property, and waits while the document's isolation
  // does, which is why unchecked is safe.
  var item: DocumentRecord.Item?

  init(_ operation: DocumentOperation, keepsPlace: Bool = false) {
    self.operation = operation
    self.keepsPlace = keepsPlace
  }
}
