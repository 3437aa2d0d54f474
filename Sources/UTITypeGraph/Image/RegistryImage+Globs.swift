internal import UTIPortable

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

/// The search for the globs of a name, without allocation and without reference counting.
extension RegistryImage {
  /// The matching patterns of a name, from one kind of source.
  struct NameMatches {
    var literals: NameTable.Entry?
    var suffixes: NameTable.Entry?
  }

  /// The findings of the ends of a name.
  struct NameEnds {
    /// The patterns of the base yield to the patterns of all other sources.
    var system = NameMatches()
    var base = NameMatches()
    /// True if the text after the last period may be the extension of a declared type.
    var hasTag = false
  }

  /// -1 when there is none.
  @inline(__always)
  func bestGlob(
    of ends: NameEnds, matching name: UnsafeBufferPointer<UInt8>, periodCount: Int
  ) -> Int {
    let groups = lookUpFilters.fullPatterns(name, periodCount: periodCount)
    guard groups == 0 else { return bestGlob(of: ends, groups, matching: name) }
    if let entry = ends.system.literals ?? ends.system.suffixes {
      return best(of: entry, fromBase: false, matching: name)
    }
    if let entry = ends.base.literals ?? ends.base.suffixes {
      return best(of: entry, fromBase: true, matching: name)
    }
    return -1
  }

  /// The patterns of an entry are in order of precedence.
  @inline(__always)
  private func best(
    of entry: NameTable.Entry, fromBase: Bool, matching name: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if entry.flags.contains(.single) { return Int(entry.value) }
    for posting in run(entry)
    where isEligible(Int(globPostings[posting]), fromBase: fromBase, name: name) {
      return Int(globPostings[posting])
    }
    return -1
  }

  private func bestGlob(
    of ends: NameEnds, _ groups: UInt32, matching name: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var best = -1
    forEach(of: ends, groups, matching: name, limit: .max) { record in
      if best < 0 || isBetter(record, than: best) { best = record }
    }
    return best
  }

  /// The greatest weight first, ties in the order of the declarations.
  @inline(__always)
  func isBetter(_ left: Int, than right: Int) -> Bool {
    let weights = (globs[left, GlobField.weight], globs[right, GlobField.weight])
    return weights.0 == weights.1 ? left < right : weights.0 > weights.1
  }

  /// Patterns of the base are tried only when no other pattern matches.
  func forEachGlobRecord(
    matching name: UnsafeBufferPointer<UInt8>, periodCount: Int, limit: Int,
    _ body: (Int) -> Void
  ) {
    guard !name.isEmpty else { return }
    let groups = lookUpFilters.fullPatterns(name, periodCount: periodCount)
    forEach(of: ends(of: name), groups, matching: name, limit: limit, body)
  }

  /// The globs of the base that would apply to a name if there were no other sources.
  func forEachBaseGlobRecord(
    matching name: UnsafeBufferPointer<UInt8>, limit: Int, _ body: (Int) -> Void
  ) {
    guard !name.isEmpty else { return }
    _ = forEach(
      in: ends(of: name).base, fromBase: true, fullPatterns(name), matching: name, limit: limit,
      body)
  }

  private func fullPatterns(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    lookUpFilters.fullPatterns(name, periodCount: name.count { $0 == UInt8(ascii: ".") })
  }

  @inline(__always)
  private func forEach(
    of ends: NameEnds, _ groups: UInt32, matching name: UnsafeBufferPointer<UInt8>, limit: Int,
    _ body: (Int) -> Void
  ) {
    if !forEach(in: ends.system, fromBase: false, groups, matching: name, limit: limit, body) {
      _ = forEach(in: ends.base, fromBase: true, groups, matching: name, limit: limit, body)
    }
  }

  /// Returns whether a glob was found; the limit is the number of types whose suffixes suffice.
  private func forEach(
    in found: NameMatches, fromBase: Bool, _ groups: UInt32,
    matching name: UnsafeBufferPointer<UInt8>, limit: Int, _ body: (Int) -> Void
  ) -> Bool {
    if let literals = found.literals {
      let literal = best(of: literals, fromBase: fromBase, matching: name)
      if literal >= 0 { body(literal) }
      return literal >= 0
    }
    var isFound = false
    var firstType: UInt32?
    var hasSeveralTypes = false
    if let suffixes = found.suffixes {
      // The patterns are in order of precedence, and a type has few of one suffix.
      var left = limit > .max / 4 ? .max : limit * 4
      forEachRecord(of: suffixes) { record in
        guard isEligible(record, fromBase: fromBase, name: name) else { return true }
        body(record)
        isFound = true
        left -= 1
        let type = globs[record, GlobField.mimeType]
        hasSeveralTypes = hasSeveralTypes || firstType.map { $0 != type } ?? false
        firstType = type
        return left > 0
      }
    }
    guard groups != 0, !hasSeveralTypes else { return isFound }
    let firstFull = min(lookUpFilters.value(.firstFullPattern), globs.count)
    for record in firstFull..<globs.count
    where matchesFull(record, fromBase: fromBase, groups, name: name) {
      body(record)
      isFound = true
    }
    return isFound
  }
}

// MARK: Records

extension RegistryImage {
  /// True if one of the patterns, already equal without case, applies to a name.
  @inline(__always)
  func hasEligible(
    _ entry: NameTable.Entry, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard entry.flags.contains(fromBase ? .base : .system) else { return false }
    guard entry.flags.contains(.caseSensitive) else { return true }
    return hasSpelled(entry, fromBase: fromBase, name: name)
  }

  private func hasSpelled(
    _ entry: NameTable.Entry, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if entry.flags.contains(.single) {
      return isEligible(Int(entry.value), fromBase: fromBase, name: name)
    }
    return run(entry).contains {
      isEligible(Int(globPostings[$0]), fromBase: fromBase, name: name)
    }
  }

  @inline(__always)
  private func forEachRecord(of entry: NameTable.Entry, _ body: (Int) -> Bool) {
    guard !entry.flags.contains(.single) else {
      _ = body(Int(entry.value))
      return
    }
    for posting in run(entry) where !body(Int(globPostings[posting])) { return }
  }

  /// The number of postings precedes the first.
  @inline(__always)
  private func run(_ entry: NameTable.Entry) -> Range<Int> {
    records(of: globPostings, first: entry.value &+ 1, count: globPostings[Int(entry.value)])
  }

  /// True if an entry of patterns is for the given end of a name.
  func isText(_ entry: NameTable.Entry, _ end: UnsafeBufferPointer<UInt8>) -> Bool {
    let record =
      entry.flags.contains(.single) ? Int(entry.value) : Int(globPostings[Int(entry.value) &+ 1])
    let text = text(record)
    return text.count == end.count
      && zip(text, end).allSatisfy { CaseFolding.ascii($0) == CaseFolding.ascii($1) }
  }

  /// The ending of matching names for a pattern other than a full one.
  private func text(_ record: Int) -> Slice<UnsafeRawBufferPointer> {
    let pattern = strings.utf8(at: globs[record, GlobField.pattern])
    let isSuffix = globs[record, GlobField.kind] == GlobDeclaration.Kind.suffix.rawValue
    return pattern.dropFirst(isSuffix ? 1 : 0)
  }

  @inline(__always)
  private func isEligible(_ record: Int, fromBase: Bool, name: UnsafeBufferPointer<UInt8>) -> Bool {
    let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
    guard flags.contains(.base) == fromBase else { return false }
    return flags.contains(.caseSensitive) ? hasSpelling(record, name: name) : true
  }

  private func hasSpelling(_ record: Int, name: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = text(record)
    return name.suffix(text.count).elementsEqual(text)
  }

  private func matchesFull(
    _ record: Int, fromBase: Bool, _ groups: UInt32, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
    guard flags.contains(.base) == fromBase,
      groups & LookUpFilters.group(ofFullPattern: record, isOpen: flags.contains(.open)) != 0
    else { return false }
    return FilenamePattern.matches(
      strings.utf8(at: globs[record, GlobField.pattern]), name: UnsafeRawBufferPointer(name),
      foldsCase: !flags.contains(.caseSensitive))
  }
}
