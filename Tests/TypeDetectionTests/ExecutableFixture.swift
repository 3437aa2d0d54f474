import Testing

/// ELF files made field by field from the System V ABI, chapters 4 and 5.
struct ExecutableFixture: CustomTestStringConvertible, Sendable {
  /// The places of the fields of a header, and the width of addresses.
  var isWide = true
  var isBigEndian = false
  /// The field e_type.
  var kind = 3
  /// True if there is a program header PT_INTERP.
  var hasInterpreter = false
  /// The entries of the dynamic section; without any there is no section.
  var tags: [(tag: Int, value: Int)] = []
  /// Bytes between the headers and the dynamic section.
  var gap = 0

  var testDescription: String {
    "\(isWide ? 64 : 32) bit, \(isBigEndian ? "big" : "little") endian, kind \(kind), \(tags)"
  }

  var bytes: [UInt8] {
    let headerCount = (hasInterpreter ? 1 : 0) + (tags.isEmpty ? 0 : 1)
    let headerSize = isWide ? 64 : 52
    let programHeaderSize = isWide ? 56 : 32
    let place = headerSize + headerCount * programHeaderSize + gap
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, isWide ? 2 : 1, isBigEndian ? 2 : 1, 1]
    file += [UInt8](repeating: 0, count: 9) + number(kind, 2) + number(62, 2) + number(1, 4)
    file += address(0) + address(headerCount > 0 ? headerSize : 0) + address(0)
    file += number(0, 4) + number(headerSize, 2) + number(programHeaderSize, 2)
    file += number(headerCount, 2) + [UInt8](repeating: 0, count: 6)
    let section = tags.flatMap { address($0.tag) + address($0.value) } + address(0) + address(0)
    if hasInterpreter { file += programHeader(3, at: 0, count: 0) }
    if !tags.isEmpty { file += programHeader(2, at: place, count: section.count) }
    file += [UInt8](repeating: 0, count: gap)
    return tags.isEmpty ? file + [UInt8](repeating: 0, count: 64) : file + section
  }

  private func programHeader(_ kind: Int, at offset: Int, count: Int) -> [UInt8] {
    isWide
      ? number(kind, 4) + number(4, 4) + address(offset) + address(0) + address(0)
        + address(count) + address(count) + address(8)
      : number(kind, 4) + address(offset) + address(0) + address(0) + address(count)
        + address(count) + number(4, 4) + number(4, 4)
  }

  private func address(_ value: Int) -> [UInt8] { number(value, isWide ? 8 : 4) }

  private func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = [UInt8](little: value, width)
    return isBigEndian ? bytes.reversed() : bytes
  }
}
