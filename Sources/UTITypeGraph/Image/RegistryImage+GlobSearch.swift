internal import UTIPortable

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
