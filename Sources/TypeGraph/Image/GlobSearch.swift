/// Finds the globs of a name, without allocation and without counting references.
///
/// It is a value of places in an image; the image has to outlive it.
struct GlobSearch: Sendable {
  let globs: ImageTable
  let literals: ImageIndex
  let suffixes: ImageIndex
  let postings: ImageTable
  let filters: LookUpFilters
  let strings: ImageStrings

  /// The postings of one layer that matter: of the whole name, and of the longest suffix.
  private struct GlobPostings {
    var literals = 0..<0
    var suffixes = 0..<0
  }

  /// The best of the globs that count for a name, by its record; -1 when there is none.
  @inline(__always)
  func best(matching name: UnsafeBufferPointer<UInt8>) -> Int {
    var best = -1
    forEach(matching: name) { record in
      if best < 0 || isBetter(record, than: best) { best = record }
    }
    return best
  }

  /// Greatest weight first, ties in the order of the declarations.
  @inline(__always)
  func isBetter(_ left: Int, than right: Int) -> Bool {
    let weights = (globs[left, GlobField.weight], globs[right, GlobField.weight])
    return weights.0 == weights.1 ? left < right : weights.0 > weights.1
  }

  /// Calls a body with each glob that counts for a name, by its record.
  ///
  /// Patterns of the base are tried only when no other pattern matches.
  @inline(__always)
  func forEach(matching name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    guard !name.isEmpty else { return }
    let (system, base) = layers(of: name)
    let mayMatchFull = filters.allowFullPattern(name)
    if !forEach(in: system, fromBase: false, mayMatchFull, matching: name, body) {
      _ = forEach(in: base, fromBase: true, mayMatchFull, matching: name, body)
    }
  }

  /// - Returns: whether there was one.
  @inline(__always)
  private func forEach(
    in found: GlobPostings, fromBase: Bool, _ mayMatchFull: Bool,
    matching name: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void
  ) -> Bool {
    if let literal = bestLiteral(found.literals, fromBase: fromBase, name: name) {
      body(literal)
      return true
    }
    var isFound = false
    var firstType: UInt32?
    var hasSeveralTypes = false
    for posting in found.suffixes {
      let record = Int(postings[posting])
      guard isEligible(record, fromBase: fromBase, name: name) else { continue }
      body(record)
      isFound = true
      let type = globs[record, GlobField.mimeType]
      hasSeveralTypes = hasSeveralTypes || firstType.map { $0 != type } ?? false
      firstType = type
    }
    guard mayMatchFull, !hasSeveralTypes else { return isFound }
    let firstFull = min(filters.value(.firstFullPattern), globs.count)
    for record in firstFull..<globs.count
    where matchesFull(record, fromBase: fromBase, name: name) {
      body(record)
      isFound = true
    }
    return isFound
  }

  /// The literal of greatest weight; of equals the first.
  @inline(__always)
  private func bestLiteral(
    _ places: Range<Int>, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var best: (record: Int, weight: UInt32)?
    for posting in places {
      let record = Int(postings[posting])
      guard isEligible(record, fromBase: fromBase, name: name) else { continue }
      let weight = globs[record, GlobField.weight]
      if best.map({ weight > $0.weight }) ?? true { best = (record, weight) }
    }
    return best?.record
  }

  /// Both indices are keyed by the bytes from the last to the first, so one pass over the name tries
  /// the whole and every suffix, and a suffix only where some pattern's begins with that byte.
  @inline(__always)
  private func layers(
    of name: UnsafeBufferPointer<UInt8>
  ) -> (system: GlobPostings, base: GlobPostings) {
    var system = GlobPostings()
    var base = GlobPostings()
    var hash = StableHash()
    // The bytes from here on are in the hash; those of a stem that no pattern can have never are.
    var hashed = name.count
    func extendHash(to start: Int) {
      while hashed > start {
        hashed &-= 1
        hash.combine(CaseFolding.ascii(name[hashed]))
      }
    }
    var start = name.count
    let end = max(0, start &- filters.value(.longestSuffix))
    while start > end {
      start &-= 1
      guard filters.contains(.suffixStarts, CaseFolding.ascii(name[start])) else { continue }
      extendHash(to: start)
      let found = found(suffixes, hash, UnsafeBufferPointer(rebasing: name[start...]))
      if hasEligible(found, fromBase: false, name: name) { system.suffixes = found }
      if hasEligible(found, fromBase: true, name: name) { base.suffixes = found }
    }
    if filters.allowLiteral(name) {
      extendHash(to: 0)
      system.literals = found(literals, hash, name)
      base.literals = system.literals
    }
    return (system, base)
  }

  @inline(__always)
  private func found(
    _ index: ImageIndex, _ hash: StableHash, _ key: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    let found = index.values(hash: hash) { stored in
      guard stored.count == key.count else { return false }
      for place in 0..<key.count where stored[place] != CaseFolding.ascii(key[place]) {
        return false
      }
      return true
    }
    guard let found else { return 0..<0 }
    return postings.range(first: found.first, count: found.count)
  }

  @inline(__always)
  private func hasEligible(
    _ places: Range<Int>, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for posting in places
    where isEligible(Int(postings[posting]), fromBase: fromBase, name: name) {
      return true
    }
    return false
  }

  /// Whether a literal or suffix glob, already equal without case, counts for a name.
  @inline(__always)
  private func isEligible(
    _ record: Int, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
    guard flags.contains(.base) == fromBase else { return false }
    return flags.contains(.caseSensitive) ? hasSpelling(record, name: name) : true
  }

  private func hasSpelling(_ record: Int, name: UnsafeBufferPointer<UInt8>) -> Bool {
    var pattern = strings.utf8(at: globs[record, GlobField.pattern])[...]
    if globs[record, GlobField.kind] == GlobDeclaration.Kind.suffix.rawValue {
      pattern = pattern.dropFirst()
    }
    return name.suffix(pattern.count).elementsEqual(pattern)
  }

  private func matchesFull(
    _ record: Int, fromBase: Bool, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let flags = GlobFlags(rawValue: globs[record, GlobField.flags])
    return flags.contains(.base) == fromBase
      && FilenamePattern.matches(
        strings.utf8(at: globs[record, GlobField.pattern]), name: UnsafeRawBufferPointer(name),
        foldsCase: !flags.contains(.caseSensitive))
  }
}
