internal import CUTISystemCalls
package import SystemPackage

/// The bytes of a file: a copy, or a mapping of which a process with one query reads only a few
/// pages.
///
/// Other processes can change mapped bytes. If they truncate the file, lost bytes read as zeros and
/// are counted, by a handler of the signal.
// Unchecked: the bytes are never written to, and freed once, when nothing refers to the object.
package final class FileImage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// The file may be closed afterwards; `size` is greater than 0; nil if the file cannot be read up
  /// to it.
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

  package static var lossCount: Int { Int(uti_mapping_losses()) }
}
