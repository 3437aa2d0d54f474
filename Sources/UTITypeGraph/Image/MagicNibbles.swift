internal import CUTIByteSearch

/// A filter for the places of data at which one of many values may begin, 32 places at a time.
///
/// The values are spread over eight buckets, one bit each. For each of the first bytes of a value,
/// two tables of sixteen bytes give the buckets that have a value with this lower half and with
/// this upper half of the byte. A place may begin a value of a bucket when all halves of all bytes
/// agree on it: the vectors of a processor look up sixteen or 32 bytes in such a table in one step.
/// The builder spreads the values so that few other places pass.
struct MagicNibbles {
  /// The greatest number of bytes that are compared at a place.
  static let greatestWidth = Int(UTI_NIBBLE_WIDTH)
  /// One table for each half of each byte.
  static let tableByteCount = greatestWidth * halfByteCount * 2
  /// The size of a table for one half, which is the start of the table for the upper halves.
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

  /// Calls a function for each place at which a value may begin, in order.
  ///
  /// - Parameters:
  ///   - data: the bytes; bytes after the last count as zero.
  ///   - first: the first place, not negative.
  ///   - last: the last place.
  /// - Complexity: O(*n*) in the number of places, about one instruction each.
  @inline(__always)
  func forEachPlace(
    in data: UnsafeRawBufferPointer, from first: Int, through last: Int, _ body: (Int) -> Void
  ) {
    guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // The search reads nothing at or after the end of the data.
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
