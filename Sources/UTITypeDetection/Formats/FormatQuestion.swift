#if !hasFeature(Embedded)
package import UTIFormatSignatures

extension FormatIdentifier {
  /// The bytes at either end of a file that are searched, and the reads of a container.
  package struct Limits: Hashable, Sendable {
    /// The first search.
    package var endByteCount = 64 << 10
    /// The second one, if the first leaves a signature undecided.
    ///
    /// The greatest offset in PRONOM 118 is 136,004.
    package var longerEndByteCount = 256 << 10
    package var containerReadCount = 4096
    package var containerEntryCount = 1 << 16
    package var entryByteCount = 128 << 10

    package init() {}

    /// The bytes at either end that a search can read.
    package var greatestEndByteCount: Int { max(endByteCount, longerEndByteCount) }

    var detection: DetectionLimits {
      DetectionLimits(
        headByteCount: endByteCount, containerReadCount: containerReadCount,
        containerReadByteCount: max(entryByteCount, 1 << 16),
        containerEntryCount: containerEntryCount, decompressedByteCount: entryByteCount)
    }
  }

  /// Returns the formats of an open file.
  ///
  /// Without a name, extensions do not count.
  ///
  /// The bytes of both ends are read once, and again if more bytes could decide; a container is
  /// read further.
  package func answer(
    forFile descriptor: Int32, size: Int, named name: String?, limits: Limits = Limits()
  ) -> FormatAnswer {
    let first = searched(descriptor, size, name, limits)
    guard first.isBounded, limits.longerEndByteCount > limits.endByteCount else { return first }
    var longer = limits
    longer.endByteCount = limits.longerEndByteCount
    return searched(descriptor, size, name, longer)
  }

  /// Returns the formats of bytes in memory, which may be only the first ones of a longer item.
  ///
  /// The bytes are searched as those of a file are. Without the end of an item, signatures there and
  /// the contents of containers are undecided.
  ///
  /// The end of such an item, which does not overlap its beginning, is empty if it is unknown.
  package func answer(
    forBytes bytes: UnsafeRawBufferPointer,
    end: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), size: Int,
    named name: String?, limits: Limits = Limits()
  ) -> FormatAnswer {
    let first = searched(bytes, end, size, name, limits)
    guard first.isBounded, limits.longerEndByteCount > limits.endByteCount else { return first }
    var longer = limits
    longer.endByteCount = limits.longerEndByteCount
    return searched(bytes, end, size, name, longer)
  }

  private func searched(
    _ bytes: UnsafeRawBufferPointer, _ end: UnsafeRawBufferPointer, _ size: Int, _ name: String?,
    _ limits: Limits
  ) -> FormatAnswer {
    let isCut = bytes.count < size
    let count = min(bytes.count, limits.endByteCount)
    let isShort = !isCut && size <= 2 * limits.endByteCount
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(isShort ? size : count))
    let tail = UnsafeRawBufferPointer(
      rebasing: isCut ? end.suffix(limits.endByteCount) : bytes.suffix(count))
    let places =
      isShort ? SearchedBytes(head) : SearchedBytes(head: head, tail: tail, size: size)
    let detection = limits.detection
    var isContainer = false
    var answer = answer(to: question(places, head, name)) { kind in
      let window = ByteWindow(bytes: bytes, size: size, limits: detection)
      isContainer = true
      switch kind {
      case .zip: return ZipContents(window, limits: detection)
      case .compoundFile: return CompoundContents(window, limits: detection)
      }
    }
    // Entries beyond the bytes are unknown.
    if isCut, isContainer, !answer.matches.contains(where: { $0.method == .container }) {
      answer.isBounded = true
    }
    return answer
  }

  private func searched(
    _ descriptor: Int32, _ size: Int, _ name: String?, _ limits: Limits
  ) -> FormatAnswer {
    let count = min(size, limits.endByteCount)
    // A rest that is not larger than the end belongs to the start.
    let headCount = size <= 2 * limits.endByteCount ? size : count
    return withUnsafeTemporaryAllocation(byteCount: headCount + count, alignment: 8) { buffer in
      let head = UnsafeMutableRawBufferPointer(rebasing: buffer[..<headCount])
      let read = OpenFile.read(descriptor, into: head, at: 0) ?? 0
      let start = UnsafeRawBufferPointer(rebasing: head[..<read])
      guard read == headCount, headCount < size else {
        return answer(SearchedBytes(start), start, descriptor, read, name, limits)
      }
      let tail = UnsafeMutableRawBufferPointer(rebasing: buffer[headCount...])
      let tailRead = OpenFile.read(descriptor, into: tail, at: size - count) ?? 0
      let end = UnsafeRawBufferPointer(rebasing: tail[..<tailRead])
      return answer(
        SearchedBytes(head: start, tail: end, size: size), start, descriptor, size, name, limits)
    }
  }

  private func answer(
    _ bytes: SearchedBytes, _ head: UnsafeRawBufferPointer, _ descriptor: Int32, _ size: Int,
    _ name: String?, _ limits: Limits
  ) -> FormatAnswer {
    let detection = limits.detection
    return answer(to: question(bytes, head, name)) { kind in
      let window = ByteWindow(head: head, size: size, limits: detection, descriptor: descriptor)
      switch kind {
      case .zip: return ZipContents(window, limits: detection)
      case .compoundFile: return CompoundContents(window, limits: detection)
      }
    }
  }

  private func question(
    _ bytes: SearchedBytes, _ head: UnsafeRawBufferPointer, _ name: String?
  ) -> Question {
    var question = Question(bytes)
    question.extension = name.map(FormatAnswer.extension(of:))
    question.textEncoding = TextTest.encoding(of: head)?.words(marked: head)
    return question
  }
}

extension TextEncoding {
  /// In the words of PRONOM's programs.
  fileprivate func words(marked bytes: UnsafeRawBufferPointer) -> String {
    switch self {
    case .ascii: "ASCII"
    case .utf8:
      bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? "UTF-8 Unicode (with BOM)" : "UTF-8 Unicode"
    case .utf16LittleEndian: "Little-endian UTF-16 Unicode"
    case .utf16BigEndian: "Big-endian UTF-16 Unicode"
    case .utf32LittleEndian: "Little-endian UTF-32 Unicode"
    case .utf32BigEndian: "Big-endian UTF-32 Unicode"
    case .unknown8Bit: "Non-ISO extended-ASCII"
    }
  }
}
#endif
