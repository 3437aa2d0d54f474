internal import CByteSearch

/// Looks for places where two bytes of a value stand, many places at a time.
///
/// A byte that is rare in files is found fastest by itself. Where every byte of a value is common, as
/// in words, two together are rare again.
struct BytePairSearch {
  /// Where the two bytes stand when the value stands at the first place of the data.
  private let bytes: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  private let values: (UInt8, UInt8)
  /// The last place at which all of the value lies in the data.
  private let last: Int

  /// Nil when no place can have the value.
  ///
  /// - Parameters:
  ///   - data: the bytes, which have to outlive the search.
  ///   - last: the last place that counts.
  ///   - value: what is looked for.
  ///   - places: where in the value the two bytes stand; the same place for one byte.
  @inline(__always)
  init?(
    _ data: UnsafeRawBufferPointer, through last: Int, for value: UnsafeRawBufferPointer,
    at places: (Int, Int)
  ) {
    guard let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self),
      value.indices.contains(places.0), value.indices.contains(places.1)
    else { return nil }
    bytes = (start + places.0, start + places.1)
    values = (value[places.0], value[places.1])
    self.last = min(last, data.count &- value.count)
  }

  /// The first place from one on where both bytes stand.
  @inline(__always)
  func place(from first: Int) -> Int? {
    guard first >= 0, first <= last else { return nil }
    let distance = uti_find_pair(
      bytes.0 + first, bytes.1 + first, last &- first &+ 1, values.0, values.1)
    return distance < 0 ? nil : first &+ distance
  }
}
