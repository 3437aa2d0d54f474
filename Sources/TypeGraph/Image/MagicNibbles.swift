internal import CByteSearch

/// The places of data where one of many values may begin, found 32 places at a time.
///
/// The values are spread over eight buckets, a bit each. For each of the first bytes of a value two
/// tables of sixteen bytes say in which buckets a value has such a lower and such an upper half of
/// that byte. A place where all halves of all bytes agree on a bucket may begin a value of it: the
/// vectors of a processor look sixteen or 32 bytes up in such a table in one step. The builder
/// spreads values so that few other places pass.
struct MagicNibbles {
  /// The bytes that may be compared at a place.
  static let greatestWidth = Int(UTI_NIBBLE_WIDTH)
  /// One table for each half of each byte.
  static let tableByteCount = greatestWidth * halfByteCount * 2
  /// The bytes of the table of a half, and where the table of the upper halves begins.
  static let halfByteCount = 16

  private let width: Int
  private let tables: UnsafePointer<UInt8>

  /// - Parameter fields: the record of tables, which has to outlive them.
  @inline(__always)
  init(_ fields: UnsafePointer<UInt32>) {
    width = Int(fields[MagicNibblesField.width.rawValue])
    tables = UnsafeRawPointer(fields + MagicNibblesField.tables.rawValue)
      .assumingMemoryBound(to: UInt8.self)
  }

  /// Calls a function for each place where a value may begin, in their order.
  ///
  /// - Parameters:
  ///   - data: the bytes; those behind the last count as zero.
  ///   - first: the first place that counts, not negative.
  ///   - last: the last place that counts.
  /// - Complexity: O(*n*) in the number of places, about one instruction each.
  @inline(__always)
  func forEachPlace(
    in data: UnsafeRawBufferPointer, from first: Int, through last: Int, _ body: (Int) -> Void
  ) {
    guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // No place is at or behind the end of the data, which is what the search reads.
    let end = min(last &+ 1, data.count)
    var place = first
    while place < end {
      let block = uti_find_nibbles(start, data.count, place, end, tables, width)
      var passed = block.passed
      guard passed != 0 else { return }
      while passed != 0 {
        body(block.place &+ passed.trailingZeroBitCount)
        passed &= passed &- 1
      }
      place = block.place &+ Int(UTI_NIBBLE_PLACES)
    }
  }
}
