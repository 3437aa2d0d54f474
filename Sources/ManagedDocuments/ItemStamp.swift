#if ManagedDocuments

internal import Foundation
internal import UTIPlatform

/// The identity of one version of a document's file.
struct ItemStamp: Equatable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  var seconds: Int
  var nanoseconds: Int

  /// - Returns: nil if the item does not exist.
  init?(of url: URL) {
    var status = stat()
    guard url.withUnsafeFileSystemRepresentation({ $0.map { stat($0, &status) } ?? -1 }) == 0 else {
      return nil
    }
    self.init(status)
  }

  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
  }

  /// Decodes the result of ``text``.
  init?(text: String) {
    let numbers = text.split(separator: " ")
    guard numbers.count == 5, let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]),
      let size = Int64(numbers[2]), let seconds = Int(numbers[3]),
      let nanoseconds = Int(numbers[4])
    else { return nil }
    self.device = device
    self.inode = inode
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  var text: String { "\(device) \(inode) \(size) \(seconds) \(nanoseconds)" }

  /// Returns whether the other is the same file of the same length, independent of its time.
  ///
  /// A save sets the time after it has put the file in place.
  func isSameFile(as other: ItemStamp) -> Bool {
    device == other.device && inode == other.inode && size == other.size
  }
}

#endif
