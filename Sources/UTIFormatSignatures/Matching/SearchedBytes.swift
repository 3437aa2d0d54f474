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
    /// The bytes that were searched do not have it, and others may.
    case undecided
  }

  func answer(in bytes: SearchedBytes) -> Answer {
    var answer = Answer.matches
    for sequence in sequences {
      switch sequence.answer(in: bytes) {
      case .matches: break
      case .differs: return .differs
      case .undecided: answer = .undecided
      }
    }
    return answer
  }

  /// The parts of a signature that matches, in the order of the file.
  package func spans(in bytes: SearchedBytes) -> [MatchedSpan] {
    sequences.flatMap { $0.spans(in: bytes) }.sorted { $0.offset < $1.offset }
  }
}

extension ByteSequence {
  fileprivate func answer(in bytes: SearchedBytes) -> ByteSignature.Answer {
    var isCut = false
    for (region, _) in regions(of: bytes) {
      var matcher = PatternMatcher(region, isWhole: bytes.isWhole)
      let isFound =
        reference == .end
        ? !matcher.places(
          beyond: elements.reversed(), from: PlaceSet(region.count...region.count), .backward
        ).isEmpty
        : !matcher.places(beyond: elements, from: PlaceSet(0...0), .forward).isEmpty
      if isFound { return .matches }
      isCut = isCut || matcher.isCut
    }
    return isCut ? .undecided : .differs
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
    for (region, shift) in regions(of: bytes) {
      var matcher = PatternMatcher(region, isWhole: bytes.isWhole)
      let isBackward = reference == .end
      let ordered = isBackward ? elements.reversed() : elements
      let start = isBackward ? region.count : 0
      let trace = matcher.trace(
        ordered, from: PlaceSet(start...start), isBackward ? .backward : .forward)
      guard trace.count == ordered.count + 1, let end = trace[ordered.count].ranges.first,
        let last = trace[ordered.count].ranges.last
      else { continue }
      // From the last element back to the reference, by the match that is nearest to it.
      var place = isBackward ? last.upperBound : end.lowerBound
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
