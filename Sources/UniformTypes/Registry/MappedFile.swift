import CSystemCalls
import TypeGraph
import UTIPlatform

/// Files that are read where the system has them in memory, so that a process which asks one question
/// of a large file reads a few pages of it.
///
/// Of three ways to keep a mapped file from ending its reader this is the one that costs a start
/// nothing. A copy of a registry of 4.7 MB takes longer to make than a question to answer, and every
/// process would have its own; sealed memory has to be copied into as well. What is left is to map the
/// file and to handle the signal that comes when it has been cut short: what is gone then reads as
/// zeros, which every field of an image takes for "none".
package enum MappedFile {
  /// The bytes of an open file, mapped, or copied where no mapping can be had.
  ///
  /// - Returns: nil when the file cannot be read as far as it is said to reach.
  static func storage(of descriptor: Int32, size: Int) -> ImageStorage? {
    if let start = uti_map_file(descriptor, size) {
      return ImageStorage(
        unsafeBytes: UnsafeRawBufferPointer(start: start, count: size),
        isCut: { uti_has_lost_bytes($0.baseAddress) != 0 },
        release: { bytes in
          if let start = bytes.baseAddress { uti_unmap_file(start, bytes.count) }
        })
    }
    var isComplete = true
    let storage = ImageStorage(size: size) { buffer in
      var end = 0
      while end < size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(end))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        end += count
      }
      isComplete = end == size
      buffer[end...].initializeMemory(as: UInt8.self, repeating: 0)
    }
    return isComplete ? storage : nil
  }

  /// How often a mapped file of the process has been found cut short.
  package static var lossCount: Int { Int(uti_mapping_losses()) }
}
