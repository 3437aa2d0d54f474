/// A glob that matches a file name.
package struct GlobMatch: Sendable {
  /// The type that the glob belongs to.
  package let type: TypeIndex
  /// The pattern.
  package let pattern: String
  /// Its weight, 0 to 100.
  package let weight: Int
  /// Where it is stated.
  package let origin: Origin
  let record: Int
}

extension RegistryImage {
  /// The types whose globs match a file name, the best first.
  ///
  /// A matching literal stands alone. Otherwise the types of the longest matching suffix, whatever
  /// their weights, and when those are fewer than two, of the full patterns that match; greatest
  /// weight first, ties in the order of the declarations (shared-mime-info rule 4.10). Patterns of
  /// the base are asked only when no other pattern matches.
  ///
  /// - Parameter name: the last component of a path.
  /// - Complexity: O(*n*) in the length of the name, plus the number of full patterns.
  package func globMatches(_ name: String) -> [GlobMatch] {
    let records = globRecords(name, fromBase: false)
    return (records.isEmpty ? globRecords(name, fromBase: true) : records).map(globMatch)
  }

  private func globRecords(_ name: String, fromBase: Bool) -> [Int] {
    var name = name
    let records: [Int] = name.withUTF8 { bytes in
      if let literal = literals(bytes, fromBase: fromBase).first { return [literal] }
      var found = longestSuffixes(bytes, fromBase: fromBase)
      if Set(found.map { globs[$0, GlobField.mimeType] }).count < 2 {
        found += fullPatterns(bytes, fromBase: fromBase)
      }
      return found
    }
    return ranked(records)
  }

  /// Each type once, with its greatest weight; greatest weight first, ties by declaration.
  private func ranked(_ records: [Int]) -> [Int] {
    let byWeight = records.sorted { left, right in
      let weights = (globs[left, GlobField.weight], globs[right, GlobField.weight])
      return weights.0 == weights.1 ? left < right : weights.0 > weights.1
    }
    var seen: Set<UInt32> = []
    return byWeight.filter { seen.insert(globs[$0, GlobField.mimeType]).inserted }
  }

  private func literals(_ name: UnsafeBufferPointer<UInt8>, fromBase: Bool) -> [Int] {
    guard let found = globLiteralIndex.values(folding: name) else { return [] }
    let matching = globPostings.range(first: found.first, count: found.count)
      .map { Int(globPostings[$0]) }
      .filter { isEligible($0, fromBase: fromBase, name: name) }
    return ranked(matching)
  }

  /// The suffix index is keyed by the bytes from the last to the first, so one pass over the name
  /// tries every suffix, and only where some pattern's suffix starts with that byte.
  private func longestSuffixes(_ name: UnsafeBufferPointer<UInt8>, fromBase: Bool) -> [Int] {
    var longest: [Int] = []
    var hash = StableHash()
    for start in name.indices.reversed() {
      let byte = CaseFolding.ascii(name[start])
      hash.combine(byte)
      guard globSuffixStarts[Int(byte >> 5)] & 1 << UInt32(byte & 31) != 0 else { continue }
      let suffix = UnsafeBufferPointer(rebasing: name[start...])
      let found = globSuffixIndex.values(hash: hash) { stored in
        stored.count == suffix.count
          && zip(stored, suffix).allSatisfy { $0 == CaseFolding.ascii($1) }
      }
      guard let found else { continue }
      let matching = globPostings.range(first: found.first, count: found.count)
        .map { Int(globPostings[$0]) }
        .filter { isEligible($0, fromBase: fromBase, name: name) }
      if !matching.isEmpty { longest = matching }
    }
    return longest
  }

  private func fullPatterns(_ name: UnsafeBufferPointer<UInt8>, fromBase: Bool) -> [Int] {
    // Full patterns are sorted to the end of the section, so that the scan stops at the others.
    var matching: [Int] = []
    for record in (0..<globs.count).reversed() {
      guard globs[record, GlobField.kind] == GlobDeclaration.Kind.full.rawValue else { break }
      let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
      guard flags.contains(.base) == fromBase else { continue }
      let pattern = strings.utf8(at: globs[record, GlobField.pattern])
      if FilenamePattern.matches(
        pattern, name: UnsafeRawBufferPointer(name),
        foldsCase: !flags.contains(.caseSensitive))
      {
        matching.append(record)
      }
    }
    return matching.reversed()
  }

  /// Whether a literal or suffix glob, already equal without case, counts for a name.
  private func isEligible(
    _ record: Int, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
    guard flags.contains(.base) == fromBase else { return false }
    guard flags.contains(.caseSensitive) else { return true }
    var pattern = strings.utf8(at: globs[record, GlobField.pattern])[...]
    if globs[record, GlobField.kind] == GlobDeclaration.Kind.suffix.rawValue {
      pattern = pattern.dropFirst()
    }
    return name.suffix(pattern.count).elementsEqual(pattern)
  }

  private func globMatch(_ record: Int) -> GlobMatch {
    GlobMatch(
      type: type(ofMIMEType: globs[record, GlobField.mimeType]),
      pattern: strings.string(at: globs[record, GlobField.pattern]),
      weight: Int(globs[record, GlobField.weight]),
      origin: origin(of: record, in: globs, GlobField.self),
      record: record)
  }
}
