/// A glob that matches a file name.
package struct GlobMatch: Sendable {
  package let type: TypeIndex
  package let pattern: String
  /// 0 to 100.
  package let weight: Int
  package let origin: DeclarationOrigin
}

/// The place of a glob in an image.
package struct GlobIndex: Hashable, Sendable {
  let rawValue: Int32

  init(_ record: Int) { rawValue = Int32(truncatingIfNeeded: record) }

  var record: Int { Int(rawValue) }
}

extension RegistryImage {
  /// Types whose globs match the last component of a path, the best first (rule 4.10).
  ///
  /// A literal excludes all others. Otherwise the longest suffix wins whatever its weight, and full
  /// patterns follow if it gives fewer than two types. Greatest weight comes first, ties in the
  /// order of the declarations. Patterns of the base apply only when no other pattern matches.
  ///
  /// - Complexity: O(*n*) in the length of the name, and for few names in the full patterns.
  package func globMatches(_ name: String) -> [GlobMatch] {
    var name = name
    return name.withUTF8 { globs(matching: $0) }.map(globMatch)
  }

  /// One for each type, the best first.
  package func globs(matching name: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> [GlobIndex] {
    var found: [GlobIndex] = []
    forEachGlob(matching: name, periodCount: name.count { $0 == UInt8(ascii: ".") }, limit: limit) {
      found.append($0)
    }
    return found
  }

  /// The result is ``globMatches(_:)``, one for each type; a single match needs no allocation.
  @inline(__always)
  package func forEachGlob(
    matching name: UnsafeBufferPointer<UInt8>, periodCount: Int, limit: Int = .max,
    _ body: (GlobIndex) -> Void
  ) {
    var first = -1
    // Several globs are collected here; a single one is not.
    var several: [Int] = []
    forEachGlobRecord(matching: name, periodCount: periodCount, limit: limit) { record in
      if first < 0 {
        first = record
      } else {
        if several.isEmpty { several.append(first) }
        several.append(record)
        shorten(&several, to: limit)
      }
    }
    guard first >= 0 else { return }
    guard !several.isEmpty else { return body(GlobIndex(first)) }
    for glob in onePerType(several).prefix(limit) { body(glob) }
  }

  /// One for each type, the best first, even if other sources have globs for the name.
  package func baseGlobs(
    matching name: UnsafeBufferPointer<UInt8>, limit: Int = .max
  ) -> [GlobIndex] {
    var records: [Int] = []
    forEachBaseGlobRecord(matching: name, limit: limit) { record in
      records.append(record)
      shorten(&records, to: limit)
    }
    return Array(onePerType(records).prefix(limit))
  }

  /// Keeps the best records if there are far more than the limit.
  private func shorten(_ records: inout [Int], to limit: Int) {
    guard records.count / 4 > limit else { return }
    records = onePerType(records).prefix(limit).map { $0.record }
  }

  /// True if the base has a pattern for more than the extension; O(*n*) without allocation.
  package func hasLongPatternOfBase(_ name: UnsafeBufferPointer<UInt8>, periodCount: Int) -> Bool {
    guard !name.isEmpty else { return false }
    let base = ends(of: name).base
    return base.literals != nil || periodCount > 1 && base.suffixes != nil
  }

  private func onePerType(_ records: [Int]) -> [GlobIndex] {
    guard records.count <= Self.handful else {
      var types: Set<UInt32> = []
      return records.sorted { isBetter($0, than: $1) }
        .filter { types.insert(globs[$0, GlobField.mimeType]).inserted }.map { GlobIndex($0) }
    }
    var best: [GlobIndex] = []
    best.reserveCapacity(records.count)
    for record in records {
      // A better glob of the same type replaces a worse one.
      var place = best.endIndex
      while place > 0, isBetter(record, than: best[place - 1].record) { place -= 1 }
      func isAboutItsType(_ glob: GlobIndex) -> Bool { isAboutType(of: glob.record, record) }
      if best[..<place].contains(where: isAboutItsType) { continue }
      if let worse = best[place...].firstIndex(where: isAboutItsType) { best.remove(at: worse) }
      best.insert(GlobIndex(record), at: place)
    }
    return best
  }

  /// Sorting up to so many globs is faster than making a set of their types.
  private static var handful: Int { 16 }

  private func isAboutType(of record: Int, _ other: Int) -> Bool {
    globs[record, GlobField.mimeType] == globs[other, GlobField.mimeType]
  }

  package func type(of glob: GlobIndex) -> TypeIndex {
    TypeIndex(Int(globs[glob.record, GlobField.type]))
  }

  package func layer(of glob: GlobIndex) -> DeclarationSource.Layer {
    layer(ofSource: globs[glob.record, GlobField.source])
  }

  package func weight(of glob: GlobIndex) -> Int { Int(globs[glob.record, GlobField.weight]) }

  package func isCaseSensitive(_ glob: GlobIndex) -> Bool {
    GlobFlags(rawValue: globs[glob.record, GlobField.flags]).contains(.caseSensitive)
  }

  /// True if an installed database has an extension that the base gives to another type.
  package func contradictsBase(_ glob: GlobIndex) -> Bool {
    GlobFlags(rawValue: globs[glob.record, GlobField.flags]).contains(.contradictsBase)
  }

  package func isLiteral(_ glob: GlobIndex) -> Bool {
    globs[glob.record, GlobField.kind] == GlobDeclaration.Kind.literal.rawValue
  }

  /// True if a glob requires more than one extension, as `*.tar.gz` does.
  package func isCompound(_ glob: GlobIndex) -> Bool {
    let pattern = strings.utf8(at: globs[glob.record, GlobField.pattern])
    return pattern.count { $0 == UInt8(ascii: ".") } > 1
  }

  /// True if a name needs evidence in the bytes: the glob is light or fixes no letter.
  ///
  /// `*.[1-9]` also matches versions and old logs, not only manual pages.
  package func needsBytes(_ glob: GlobIndex) -> Bool {
    if weight(of: glob) < GlobDeclaration.leastWeight { return true }
    guard globs[glob.record, GlobField.kind] == GlobDeclaration.Kind.full.rawValue else {
      return false
    }
    var isInClass = false
    for byte in strings.utf8(at: globs[glob.record, GlobField.pattern]) {
      switch byte {
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "."): continue
      default: if !isInClass { return false }
      }
    }
    return true
  }

  package func globMatch(_ glob: GlobIndex) -> GlobMatch {
    let record = glob.record
    return GlobMatch(
      type: type(of: glob),
      pattern: strings.string(at: globs[record, GlobField.pattern]),
      weight: Int(globs[record, GlobField.weight]),
      origin: origin(of: record, in: globs, GlobField.self))
  }
}
