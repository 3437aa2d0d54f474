internal import CUTISystemCalls
package import SystemPackage

/// The bytes of a file in memory: a copy, or a mapping that the system fills on demand.
///
/// A process with one query of a large file reads only a few pages of a mapping. Other processes can
/// change the mapped bytes, and reading a file that was truncated ends the process by a signal. The
/// signal is handled: lost bytes read as zeros, and the loss is counted. A copy stays as it is, so
/// that a process with many queries makes one.
// Unchecked: the bytes are never written to, and freed once, when nothing refers to the object.
package final class FileImage: @unchecked Sendable {
  /// The bytes.
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Copies an open file, or maps it.
  ///
  /// - Parameters:
  ///   - descriptor: the file, which may be closed afterwards.
  ///   - size: its size in bytes, greater than 0.
  ///   - isMapped: whether the file is mapped if that is possible.
  /// - Returns: nil if the file cannot be read up to its size.
  package init?(_ descriptor: FileDescriptor, size: Int, isMapped: Bool) {
    if isMapped, let start = uti_map_file(descriptor.rawValue, size) {
      bytes = UnsafeRawBufferPointer(start: start, count: size)
      self.isMapped = true
      return
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 8)
    var end = 0
    while end < size {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end..<size])
      let count = pread(descriptor.rawValue, rest.baseAddress, rest.count, off_t(end))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        buffer.deallocate()
        return nil
      }
      end += count
    }
    bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<size])
    self.isMapped = false
  }

  deinit {
    if isMapped, let start = bytes.baseAddress {
      uti_unmap_file(start, bytes.count)
    } else {
      bytes.deallocate()
    }
  }

  /// The number of times that a mapped file of the process was found truncated.
  package static var lossCount: Int { Int(uti_mapping_losses()) }
}
