internal import UTIPortable

/// Numbers for texts, in the order in which they are first met.
///
/// Texts are compared by their bytes in one buffer; a dictionary of strings has an object for each.
package struct StringInterner: Sendable {
  /// The pieces, each followed by its number; the empty piece comes first.
  private var pool: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 4)
  private var table = InternTable()
  private var offsets: [UInt32] = []

  package init() {}

  var count: Int { offsets.count }

  /// Adds the text if necessary.
  mutating func number(of text: UnsafeRawBufferPointer) -> Int {
    let end = pool.count
    let offset = table.offset(of: text, in: &pool)
    let isNew = pool.count > end
    if !isNew, let number = number(at: offset) { return number }
    let number = UInt32(offsets.count)
    offsets.append(offset)
    if isNew {
      withUnsafeBytes(of: number) { pool += $0 }
    } else {
      pool.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: 4, as: UInt32.self) }
    }
    return Int(number)
  }

  /// Adds the text if necessary.
  package mutating func number(of text: String) -> Int {
    text.withBytes { number(of: $0) }
  }

  /// nil when the table does not have it.
  func knownNumber(of text: String) -> Int? {
    text.withBytes { text in
      let offset = table.offset(of: text, in: pool)
      return offset == 0 && !text.isEmpty ? nil : number(at: offset)
    }
  }

  /// nil for the empty piece if it has no number.
  private func number(at offset: UInt32) -> Int? {
    pool.withUnsafeBytes { pool in
      let count = pool.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self)
      let number = pool.loadUnaligned(fromByteOffset: Int(offset) + 4 + Int(count), as: UInt32.self)
      return number == .max ? nil : Int(number)
    }
  }

  @inline(__always)
  func withBytes<Result>(of number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    pool.withUnsafeBytes { body(InternTable.piece(at: offsets[number], of: $0)) }
  }

  /// The order of bytes: O(*n* log *n*) in the texts, and linear in their common prefixes.
  var sortedNumbers: [UInt32] {
    pool.withUnsafeBytes { pool in
      TextOrder.places(of: offsets.lazy.map { InternTable.piece(at: $0, of: pool) })
    }
  }
}
