internal import CUTIByteSearch

/// A vectorized search for the places where two bytes of a value occur.
///
/// A rare byte is found fastest by itself. If every byte of a value is common, as in words, a pair
/// of bytes is rare again.
struct BytePairSearch {
  /// The positions of the two bytes when the value is at the first place of the data.
  private let bytes: (UnsafePointer<UInt8>, UnsafePointer<UInt8>)
  private let values: (UInt8, UInt8)
  /// The last place at which all of the value lies in the data.
  private let last: Int

  /// Creates a search; nil when the value fits at no place.
  ///
  /// - Parameters:
  ///   - data: the bytes, which have to outlive the search.
  ///   - last: the last place to search.
  ///   - value: the value to find.
  ///   - places: the positions of the two bytes in the value; equal for one byte.
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

  /// Returns the first place, from a given one, at which both bytes occur.
  @inline(__always)
  func place(from first: Int) -> Int? {
    guard first >= 0, first <= last else { return nil }
    let distance = uti_find_pair(
      bytes.0 + first, bytes.1 + first, last &- first &+ 1, values.0, values.1)
    return distance < 0 ? nil : first &+ distance
  }
}
