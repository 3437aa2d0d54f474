extension RegistryImage {
  /// The declaration is derived from a format of PRONOM.
  package func isFormat(_ type: TypeIndex) -> Bool {
    !isBase(type) && identifier(of: type).isFormat
  }

  /// There are such declarations, which are the last of the files.
  package var hasFormatTypes: Bool {
    guard sources.count > 0,
      layer(ofSource: UInt32(truncatingIfNeeded: sources.count - 1)) == .program
    else { return false }
    return TypeIdentifier.formatPrefixes.contains { prefix in
      let place = firstType(notBefore: TypeIdentifier(canonical: prefix))
      return place < typeCount && isFormat(TypeIndex(place))
    }
  }

  func firstType(notBefore identifier: TypeIdentifier) -> Int {
    var range = 0..<types.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if self.identifier(of: TypeIndex(middle)) < identifier {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
