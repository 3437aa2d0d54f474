#if ManagedDocuments

internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

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
