/// The bytes of a file that are searched: its start and its end.
package struct SearchedBytes {
  package let head: UnsafeRawBufferPointer
  /// The same bytes as the head if they are all of the file.
  package let tail: UnsafeRawBufferPointer
  package let size: Int

  /// All bytes of a file.
  package init(_ bytes: UnsafeRawBufferPointer) {
    (head, tail, size) = (bytes, bytes, bytes.count)
  }

  /// The buffers do not overlap, and together are less than the file.
  package init(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer, size: Int) {
    (self.head, self.tail, self.size) = (head, tail, size)
  }

  var isWhole: Bool { head.count >= size }

  /// Otherwise nothing is known about sequences at the end.
  var hasEnd: Bool { isWhole || !tail.isEmpty }
}

/// A match of one part of a signature.
package struct MatchedSpan: Hashable, Sendable {
  package let offset: Int
  package let count: Int
}

extension ByteSignature {
  /// The answer to one question about a signature.
  enum Answer {
    case matches
    case differs
    /// The bytes that were searched do not have it, and others may; or the search was too long.
    ///
    /// It is begun if one of its sequences matches.
    case undecided(isBegun: Bool)
  }

  /// The effort of all sequences counts together.
  func answer(in bytes: SearchedBytes, effort: inout SearchEffort) -> Answer {
    var isUndecided = false
    var isBegun = false
    for sequence in sequences {
      switch sequence.answer(in: bytes, effort: &effort) {
      case .matches: isBegun = true
      case .differs: return .differs
      case .undecided: isUndecided = true
      }
      if effort.isExceeded { return .undecided(isBegun: isBegun) }
    }
    return isUndecided ? .undecided(isBegun: isBegun) : .matches
  }

  /// The parts of a signature that matches, in the order of the file.
  package func spans(in bytes: SearchedBytes) -> [MatchedSpan] {
    sequences.flatMap { $0.spans(in: bytes) }.sorted { $0.offset < $1.offset }
  }
}

extension ByteSequence {
  fileprivate func answer(
    in bytes: SearchedBytes, effort: inout SearchEffort
  ) -> ByteSignature.Answer {
    var isCut = false
    for (region, _) in regions(of: bytes) {
      var matcher = PatternMatcher(region, isWhole: bytes.isWhole, effort: effort)
      let isFound = trace(by: &matcher) != nil
      effort = matcher.effort
      if isFound { return .matches }
      isCut = isCut || matcher.isCut || effort.isExceeded
    }
    return isCut ? .undecided(isBegun: false) : .differs
  }

  /// The elements in the direction of the search.
  private var ordered: [PatternElement] { reference == .end ? elements.reversed() : elements }

  private func trace(by matcher: inout PatternMatcher) -> [PlaceSet]? {
    let start = reference == .end ? matcher.bytes.count : 0
    return matcher.trace(
      ordered, from: PlaceSet(start...start), reference == .end ? .backward : .forward)
  }

  /// The regions that the reference allows, each with its offset in the file.
  private func regions(of bytes: SearchedBytes) -> [(UnsafeRawBufferPointer, Int)] {
    let tail = (bytes.tail, bytes.size - bytes.tail.count)
    return switch reference {
    case .start: [(bytes.head, 0)]
    case .end: [tail]
    case .anywhere: bytes.isWhole ? [(bytes.head, 0)] : [(bytes.head, 0), tail]
    }
  }

  fileprivate func spans(in bytes: SearchedBytes) -> [MatchedSpan] {
    let ordered = self.ordered
    for (region, shift) in regions(of: bytes) {
      let effort = SearchEffort(bytes)
      var matcher = PatternMatcher(region, isWhole: bytes.isWhole, effort: effort)
      guard let trace = trace(by: &matcher), let end = trace[ordered.count].ranges.first else {
        continue
      }
      matcher.renew(effort)
      let isBackward = reference == .end
      // From the last element back to the reference, by the match that is nearest to it.
      var place = end.lowerBound
      var spans: [MatchedSpan] = []
      for index in ordered.indices.reversed() {
        let before = matcher.places(
          beyond: ordered[index], from: PlaceSet(place...place), isBackward ? .forward : .backward)
        guard let previous = trace[index].first(in: before) else { break }
        let count = abs(previous - place)
        if case .gap(let least, let greatest) = ordered[index],
          index == 0 || spans.isEmpty || least != greatest && count > 0
        {
          spans.append(.none)
        } else {
          spans.append(MatchedSpan(offset: min(previous, place) + shift, count: count))
        }
        place = previous
      }
      return MatchedSpan.joined(isBackward ? spans : spans.reversed())
    }
    return []
  }
}

extension MatchedSpan {
  /// The mark of a gap.
  fileprivate static let none = MatchedSpan(offset: -1, count: 0)

  /// Spans with a gap of fixed size between them are one.
  fileprivate static func joined(_ spans: [MatchedSpan]) -> [MatchedSpan] {
    spans.split(separator: .none).compactMap { part in
      part.first.map { MatchedSpan(offset: $0.offset, count: part.reduce(0) { $0 + $1.count }) }
    }
  }
}
