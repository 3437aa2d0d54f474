/// Which types lie above which, in one view.
///
/// It is a value of places in an image, so that a question costs no reference counting; the image
/// has to outlive it.
package struct Conformance: Sendable {
  private let types: ImageTable
  private let ancestors: ImageTable
  private let first: TypeField
  private let count: TypeField

  init(types: ImageTable, ancestors: ImageTable, first: TypeField, count: TypeField) {
    self.types = types
    self.ancestors = ancestors
    self.first = first
    self.count = count
  }

  /// Whether a type is another or lies below it.
  ///
  /// - Complexity: O(log *n*) in the number of ancestors, without allocation.
  package func holds(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    if type == other { return true }
    let wanted = UInt32(truncatingIfNeeded: other.rawValue)
    var range = places(of: type)
    while !range.isEmpty {
      let middle = (range.lowerBound &+ range.upperBound) / 2
      let found = ancestors[middle]
      if found == wanted { return true }
      range = found < wanted ? middle &+ 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// All types above a type, sorted by index.
  func ancestors(of type: TypeIndex) -> [TypeIndex] {
    places(of: type).map { TypeIndex(Int(ancestors[$0])) }
  }

  @inline(__always)
  private func places(of type: TypeIndex) -> Range<Int> {
    ancestors.range(first: types[type.offset, first], count: types[type.offset, count])
  }
}
