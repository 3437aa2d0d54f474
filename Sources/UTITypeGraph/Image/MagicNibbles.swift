internal import CUTIByteSearch

/// A filter for the places of data at which one of many values may begin, 32 places at a time.
///
/// Values are spread over eight buckets, one bit each. For the first bytes of a value, two tables
/// of sixteen bytes give the buckets with such a lower and upper half; a place passes when all
/// halves agree on a bucket. A processor looks up a vector in such a table in one step.
struct MagicNibbles {
  /// The greatest number of bytes that are compared at a place.
  static let greatestWidth = Int(UTI_NIBBLE_WIDTH)
  /// One table for each half of each byte.
  static let tableByteCount = greatestWidth * halfByteCount * 2
  /// The size of a table for one half, and the start of the table for the upper halves.
  static let halfByteCount = 16

  private let width: Int
  private let tables: UnsafePointer<UInt8>

  /// The record of tables has to outlive this.
  @inline(__always)
  init(_ fields: UnsafePointer<UInt32>) {
    width = Int(fields[MagicNibblesField.width.rawValue])
    tables = UnsafeRawPointer(fields + MagicNibblesField.tables.rawValue)
      .assumingMemoryBound(to: UInt8.self)
  }

  /// Bytes after the last count as zero; O(*n*) in the places, about one instruction each.
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
