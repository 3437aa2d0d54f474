internal import UTITypeGraph

extension DetectionRegistry {
  /// Only if nothing in the bytes shows a type and the name shows one other than plain text.
  func readTexture(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding?, into state: inout DetectionState
  ) {
    // A byte order mark shows text, and no type of it.
    guard state.content.findings.allSatisfy({ $0.type == known.plainText }),
      state.names.candidates.contains(where: { $0.type != known.plainText })
    else { return }
    if isRepeatedByte(head) {
      state.content.texture = .repeatedByte
    } else if encoding != nil {
      let isEmpty = isBlank(head) || encoding == .unknown8Bit && !hasLetter(head)
      state.content.texture = isEmpty ? .blank : Prose.contains(head) ? .prose : .other
    } else if isRandom(head) {
      state.content.texture = .random
    }
  }

  /// A line of blanks or a few characters can be a text.
  private func isRepeatedByte(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, first != 0x20, first != 0x0A, bytes.count >= 16 || first == 0
    else { return false }
    return bytes.allSatisfy { $0 == first }
  }

  private func isBlank(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }

  /// A letter of ASCII, which all formats of text have.
  private func hasLetter(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.contains { 0x61...0x7A ~= $0 | 0x20 }
  }

  /// 512 random bytes have 221 values on average (deviation 5), none more than 12 times in
  /// practice.
  ///
  /// A header has fewer values and many zeros.
  private func isRandom(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 512 else { return false }
    var counts = InlineArray<256, UInt8>(repeating: 0)
    for byte in bytes.prefix(512) {
      counts[Int(byte)] += 1
      if counts[Int(byte)] > 12 { return false }
    }
    return counts.indices.count { counts[$0] > 0 } > 195
  }
}
