extension RegistryImage {
  /// The number of bytes of a name, from its last, that are searched for patterns, a multiple of
  /// eight.
  ///
  /// Names on Linux are at most a quarter of it. A name with a thousand periods may end in a
  /// thousand patterns, each of which is compared with it.
  private static var greatestNameSize: Int { 1024 }

  /// Returns the findings of the ends of a name, which is not empty.
  ///
  /// From the last byte to the first, every place at which a pattern may begin is looked up; for
  /// most names such a place is a period. The table has every end of a pattern that begins at such
  /// a place. The search ends at the first text that is not in the table, or that no longer pattern
  /// ends in: for most names after one look-up.
  @inline(__always)
  func ends(of name: UnsafeBufferPointer<UInt8>) -> NameEnds {
    var ends = NameEnds()
    var key = NameKey()
    var end = name.count
    var word = PackedSuffix(name, before: end).folded
    let mayStartAnywhere = lookUpFilters.contains(
      .otherSuffixEnds, UInt8(truncatingIfNeeded: word.value &>> 56))
    while true {
      var places =
        mayStartAnywhere
        ? word.places { lookUpFilters.contains(.suffixStarts, $0) }
        : word.places(of: UInt8(ascii: "."))
      let count = min(end, 8)
      while places != 0 {
        let length = PackedSuffix.lengthFromLast(places)
        places &= ~(1 &<< UInt64(truncatingIfNeeded: 71 &- 8 &* length))
        guard length <= count else { break }
        guard let entry = entry(key, length, of: word, name, kind: []) else { return ends }
        if !entry.flags.isDisjoint(with: .patterns) {
          if hasEligible(entry, fromBase: false, name: name) { ends.system.suffixes = entry }
          if hasEligible(entry, fromBase: true, name: name) { ends.base.suffixes = entry }
        }
        // A period at the start does not begin an extension.
        if entry.flags.contains(.tag), length < end { ends.hasTag = true }
        guard entry.flags.contains(.continues) else { return ends }
      }
      guard end > 8 else { break }
      guard key.count < Self.greatestNameSize else { return ends }
      key.pass(word)
      end &-= 8
      word = PackedSuffix(name, before: end).folded
    }
    guard name.count <= lookUpFilters.value(.longestLiteral),
      let entry = entry(key, end, of: word, name, kind: .literal)
    else { return ends }
    if hasEligible(entry, fromBase: false, name: name) { ends.system.literals = entry }
    if hasEligible(entry, fromBase: true, name: name) { ends.base.literals = entry }
    return ends
  }

  /// - Parameter length: the number of bytes of the word to use, from its last.
  @inline(__always)
  private func entry(
    _ key: NameKey, _ length: Int, of word: PackedSuffix, _ name: UnsafeBufferPointer<UInt8>,
    kind: NameSlotFlags
  ) -> NameTable.Entry? {
    let kind = kind.union(key.length(adding: length))
    return nameTable.entry(key.value(adding: length, of: word), kind) { entry in
      isText(entry, UnsafeBufferPointer(rebasing: name.suffix(key.count &+ length)))
    }
  }
}
