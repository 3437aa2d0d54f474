#if ManagedDocuments

internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension FileLocation {
  init(_ url: URL) throws { self.init(try FilePath(of: url)) }
}

extension SystemFileStore {
  /// Copies a database by the best method; nil if the source has changed meanwhile.
  @discardableResult
  func copy(
    _ source: URL, to destination: URL, synchronizes: Bool = false
  ) throws -> ItemStamp? {
    let from = try open(FileLocation(source), for: .reading)
    defer { try? close(from) }
    let to = try createFile(at: FileLocation(destination), permissions: .ownerReadWrite)
    defer { try? close(to) }
    let before = ItemStamp(try status(of: from))
    try copyContents(of: from, to: to)
    if synchronizes { try synchronize(to) }
    return before == ItemStamp(try status(of: from)) ? before : nil
  }

  /// Bytes 18 and 19 are 2 for a write-ahead log, with which a file cannot be opened in a read-only
  /// directory; apart from them, a database with an empty log is the same (section 1.3.3 of
  /// SQLite's file format).
  func leaveWriteAheadLog(_ url: URL) throws {
    try withOpen(FileLocation(url), for: .writing) { file throws(FileStoreError) in
      guard try status(of: file).size >= 100 else { return }
      let versions: [UInt8] = [1, 1]
      try versions.withUnsafeBufferPointer { versions throws(FileStoreError) in
        try writeAll(UnsafeRawBufferPointer(versions), to: file, at: 18)
      }
    }
  }
}

/// The identity of one version of a document's file.
struct ItemStamp: Equatable {
  var item: FileStatus.Item
  var size: Int64
  var modified: FileTime

  /// - Returns: nil if the item does not exist.
  init?(of url: URL) {
    guard let path = try? FilePath(of: url), let status = FileStatus.present(at: path) else {
      return nil
    }
    self.init(status)
  }

  init(_ status: FileStatus) {
    (item, size, modified) = (status.item, status.size, status.modified)
  }

  init?(text: String) {
    let numbers = text.split(separator: " ")
    guard numbers.count == 5, let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]),
      let size = Int64(numbers[2]), let seconds = Int64(numbers[3]),
      let nanoseconds = UInt32(numbers[4])
    else { return nil }
    item = FileStatus.Item(device: device, inode: inode)
    self.size = size
    modified = FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }

  var text: String {
    "\(item.device) \(item.inode) \(size) \(modified.seconds) \(modified.nanoseconds)"
  }

  /// Ignores the time, which a save sets after it has put the file in place.
  func isSameFile(as other: ItemStamp) -> Bool { item == other.item && size == other.size }
}

#endif
