internal import UTIPortable

/// Matching of file names against patterns with `*`, `?`, `[...]` and `\`.
///
/// As fnmatch(3) without flags, on bytes: a leading period and a slash are ordinary (rule 4.5).
enum FilenamePattern {
  /// The whole name has to match; O(*n* · *m*) in the lengths of the name and the pattern.
  static func matches(
    _ pattern: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer, foldsCase: Bool
  ) -> Bool {
    var patternIndex = 0
    var nameIndex = 0
    // The state to resume when the text after the latest star does not match: one byte further in
    // the name.
    var retry: (patternIndex: Int, nameIndex: Int)?
    while nameIndex < name.count {
      if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
        patternIndex += 1
        retry = (patternIndex, nameIndex)
        continue
      }
      let byte = folded(name[nameIndex], foldsCase)
      if let next = step(pattern, at: patternIndex, over: byte, foldsCase) {
        patternIndex = next
        nameIndex += 1
      } else if let point = retry {
        patternIndex = point.patternIndex
        nameIndex = point.nameIndex + 1
        retry = (patternIndex, nameIndex)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// A place in a name.
  enum Place {
    case fromStart(Int)
    case last
  }

  /// True if a name with a byte at a place can match a pattern, which is not empty.
  static func allows(
    _ pattern: UnsafeRawBufferPointer, _ byte: UInt8, at place: Place, foldsCase: Bool
  ) -> Bool {
    var element = 0
    switch place {
    case .fromStart(let count):
      for _ in 0..<count where element < pattern.count {
        if pattern[element] == UInt8(ascii: "*") { return true }
        element = end(ofElement: element, in: pattern)
      }
      guard element < pattern.count else { return false }
    case .last:
      var index = 0
      while index < pattern.count {
        element = index
        index = end(ofElement: index, in: pattern)
      }
    }
    if pattern[element] == UInt8(ascii: "*") { return true }
    return step(pattern, at: element, over: folded(byte, foldsCase), foldsCase) != nil
  }

  private static func end(ofElement index: Int, in pattern: UnsafeRawBufferPointer) -> Int {
    switch pattern[index] {
    case UInt8(ascii: "["): set(pattern, at: index, contains: 0, false)?.end ?? index + 1
    case UInt8(ascii: "\\"): min(index + 2, pattern.count)
    default: index + 1
    }
  }

  /// The place after the element that matches the byte; nil when it does not match.
  private static func step(
    _ pattern: UnsafeRawBufferPointer, at index: Int, over byte: UInt8, _ foldsCase: Bool
  ) -> Int? {
    guard index < pattern.count else { return nil }
    switch pattern[index] {
    case UInt8(ascii: "?"):
      return index + 1
    case UInt8(ascii: "["):
      if let (isMember, end) = set(pattern, at: index, contains: byte, foldsCase) {
        return isMember ? end : nil
      }
      return byte == UInt8(ascii: "[") ? index + 1 : nil
    case UInt8(ascii: "\\") where index + 1 < pattern.count:
      return folded(pattern[index + 1], foldsCase) == byte ? index + 2 : nil
    case let literal:
      return folded(literal, foldsCase) == byte ? index + 1 : nil
    }
  }

  /// Also the end of the bracket expression; nil when it is not closed.
  private static func set(
    _ pattern: UnsafeRawBufferPointer, at start: Int, contains byte: UInt8, _ foldsCase: Bool
  ) -> (isMember: Bool, end: Int)? {
    var index = start + 1
    var isNegated = false
    if index < pattern.count, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(pattern[index]) {
      isNegated = true
      index += 1
    }
    var isMember = false
    var isFirst = true
    while index < pattern.count {
      if pattern[index] == UInt8(ascii: "]"), !isFirst {
        return (isMember != isNegated, index + 1)
      }
      isFirst = false
      if pattern[index] == UInt8(ascii: "\\"), index + 1 < pattern.count { index += 1 }
      let low = folded(pattern[index], foldsCase)
      var high = low
      if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"),
        pattern[index + 2] != UInt8(ascii: "]")
      {
        high = folded(pattern[index + 2], foldsCase)
        index += 2
      }
      if low <= byte, byte <= high { isMember = true }
      index += 1
    }
    return nil
  }

  private static func folded(_ byte: UInt8, _ foldsCase: Bool) -> UInt8 {
    foldsCase ? CaseFolding.ascii(byte) : byte
  }
}
