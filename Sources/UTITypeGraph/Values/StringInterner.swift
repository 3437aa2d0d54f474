internal import UTIPortable

/// Numbers for texts, in the order in which they are first met.
///
/// The texts are in one buffer and are compared by their bytes, as the queries of an image compare
/// them; a dictionary of strings would have an object for each and hash it byte by byte.
package struct StringInterner: Sendable {
  /// The pieces, each followed by its number; the empty piece comes first.
  private var pool: [UInt8] = [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 4)
  private var table = InternTable()
  private var offsets: [UInt32] = []

  /// Makes a table without texts.
  package init() {}

  /// The number of texts.
  var count: Int { offsets.count }

  /// Returns the number of a text, adding it if necessary.
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

  /// Returns the number of a text, adding it if necessary.
  package mutating func number(of text: String) -> Int {
    text.withBytes { number(of: $0) }
  }

  /// Returns the number of a text; nil when the table does not have it.
  func knownNumber(of text: String) -> Int? {
    text.withBytes { text in
      let offset = table.offset(of: text, in: pool)
      return offset == 0 && !text.isEmpty ? nil : number(at: offset)
    }
  }

  /// Returns the number after a piece; nil for the empty piece if it has none.
  private func number(at offset: UInt32) -> Int? {
    pool.withUnsafeBytes { pool in
      let count = pool.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self)
      let number = pool.loadUnaligned(
        fromByteOffset: Int(offset) + 4 + Int(count), as: UInt32.self)
      return number == .max ? nil : Int(number)
    }
  }

  /// Calls a body with the bytes of a text.
  @inline(__always)
  func withBytes<Result>(
    of number: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    pool.withUnsafeBytes { body(InternTable.piece(at: offsets[number], of: $0)) }
  }

  /// The numbers of all texts in the order of their bytes.
  ///
  /// - Complexity: O(*n* log *n*) in the number of texts, and linear in the length of their common
  ///   prefixes.
  var sortedNumbers: [UInt32] {
    pool.withUnsafeBytes { pool in
      TextOrder.places(of: offsets.lazy.map { InternTable.piece(at: $0, of: pool) })
    }
  }
}
