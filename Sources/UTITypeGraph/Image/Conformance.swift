/// The supertypes of each type, in one view, as places in an image.
///
/// A query costs no reference counting, so the image has to outlive the value.
package struct Conformance: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let runs: UnsafeRawPointer?
  private let typeCount: Int
  private let ancestors: UnsafeRawPointer?
  private let ancestorCount: Int

  private static let stride = TypeField.allCases.count * 4
  /// Lists are padded with `noType` to a multiple of the lanes, which are compared at once.
  static let laneCount = SIMD4<UInt32>.scalarCount
  static let noType = UInt32.max
  /// Comparing all of so few ancestors is faster than a search with branches.
  private static let longestScan = 32

  /// `first` is the field of the first ancestor; the field after it has their number.
  init(types: UnsafeRawBufferPointer, ancestors: UnsafeRawBufferPointer, first: TypeField) {
    runs = types.baseAddress?.advanced(by: first.rawValue * 4)
    typeCount = types.count / Self.stride
    self.ancestors = ancestors.baseAddress
    ancestorCount = ancestors.count / 4
  }

  /// Also true for the type itself; O(log *n*) in the ancestors, without allocation.
  @inline(__always)
  package func holds(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    if type == other { return true }
    let places = places(of: type)
    guard let ancestors, other.isPlace else { return false }
    let wanted = UInt32(truncatingIfNeeded: other.rawValue)
    let end =
      (places.upperBound &- places.lowerBound &+ Self.laneCount &- 1) & ~(Self.laneCount &- 1)
    guard end <= Self.longestScan, end <= ancestorCount &- places.lowerBound else {
      return search(for: wanted, in: places)
    }
    var found = SIMDMask<SIMD4<Int32>>(repeating: false)
    var place = 0
    while place < end {
      let four = ancestors.loadUnaligned(
        fromByteOffset: (places.lowerBound &+ place) &* 4, as: SIMD4<UInt32>.self)
      found .|= four .== wanted
      place &+= Self.laneCount
    }
    return any(found)
  }

  /// One image has one place of a type for all views.
  @inline(__always)
  package func isOfSameImage(as other: Conformance) -> Bool {
    ancestors != nil && ancestors == other.ancestors
  }

  private func search(for wanted: UInt32, in places: Range<Int>) -> Bool {
    var range = places
    while !range.isEmpty {
      let middle = (range.lowerBound &+ range.upperBound) / 2
      let found = ancestor(middle)
      if found == wanted { return true }
      range = found < wanted ? middle &+ 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// The supertypes are sorted by index.
  func ancestors(of type: TypeIndex) -> [TypeIndex] {
    places(of: type).map { TypeIndex(Int(ancestor($0))) }
  }

  func hasAncestor(of type: TypeIndex, where holds: (TypeIndex) -> Bool) -> Bool {
    for place in places(of: type) where holds(TypeIndex(Int(ancestor(place)))) { return true }
    return false
  }

  /// The place must be inside the list, as in ``places(of:)``.
  @inline(__always)
  private func ancestor(_ place: Int) -> UInt32 {
    ancestors?.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self) ?? 0
  }

  /// Cut to the ancestors that exist.
  @inline(__always)
  private func places(of type: TypeIndex) -> Range<Int> {
    guard let runs, UInt(bitPattern: type.offset) < UInt(bitPattern: typeCount) else {
      return 0..<0
    }
    let place = type.offset &* Self.stride
    let first = runs.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    let count = runs.loadUnaligned(fromByteOffset: place &+ 4, as: UInt32.self)
    let start = min(Int(first), ancestorCount)
    return start..<min(start &+ Int(count), ancestorCount)
  }
}
