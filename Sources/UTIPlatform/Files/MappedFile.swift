internal import CSystemCalls
package import SystemPackage

/// The bytes of a file in memory that the system fills on demand, so that a process with one query
/// of a large file reads only a few pages of it.
///
/// When another process truncates a mapped file, reading it ends the process by a signal. Handling
/// the signal is the one remedy without a cost at the start: copying a registry of 4.7 MB takes
/// longer than most queries, and sealed memory needs a copy too. So the file is mapped and the
/// signal handled; lost bytes read as zeros, and the loss is counted.
// Unchecked: the bytes are never written to, and freed once, when nothing refers to the object.
package final class MappedFile: @unchecked Sendable {
  /// The bytes.
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// Maps an open file, or copies it if it cannot be mapped.
  ///
  /// - Parameters:
  ///   - descriptor: the file, which may be closed afterwards.
  ///   - size: its size in bytes, greater than 0.
  /// - Returns: nil if the file cannot be read up to its size.
  package init?(_ descriptor: FileDescriptor, size: Int) {
    if let start = uti_map_file(descriptor.rawValue, size) {
      bytes = UnsafeRawBufferPointer(start: start, count: size)
      isMapped = true
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
    isMapped = false
  }

  deinit {
    if isMapped, let start = bytes.baseAddress {
      uti_unmap_file(start, bytes.count)
    } else {
      bytes.deallocate()
    }
  }

  /// A Boolean value that indicates whether the file has been truncated, so that lost bytes read as
  /// zeros.
  package var hasLostBytes: Bool { isMapped && uti_has_lost_bytes(bytes.baseAddress) != 0 }

  /// The number of times that a mapped file of the process was found truncated.
  package static var lossCount: Int { Int(uti_mapping_losses()) }
}
