internal import UTIFormatSignatures
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// The bytes between a part of a sequence and the part before, or the reference.
struct OpenGap {
  let least: Int
  /// nil for a gap without end.
  let greatest: Int?

  /// A greatest offset below the least one has no meaning, and counts as equal to it.
  init(least: Int, greatest: Int?) {
    self.least = least
    self.greatest = greatest.map { max($0, least) }
  }

  var element: PatternElement { .gap(least: least, greatest: greatest) }
}

/// The place of a fragment beside the expression of its subsequence.
struct OpenFragment {
  let isLeft: Bool
  /// Fragments of one number are alternatives; the first is next to the expression.
  let number: Int
  let gap: OpenGap

  init(_ element: XMLElement, isLeft: Bool) throws(StatementError) {
    self.isLeft = isLeft
    number = try element.integer("Position", in: 1...Int(Int32.max), default: 1)
    let least = try element.offset("MinOffset") ?? 0
    gap = OpenGap(least: least, greatest: try element.offset("MaxOffset") ?? least)
  }
}

/// A signature whose element has not ended.
struct OpenSignature {
  private struct Subsequence {
    let gap: OpenGap
    var expression: [PatternElement]?
    /// The alternatives by their place, each with its gap.
    var left: [Int: [[PatternElement]]] = [:]
    var right: [Int: [[PatternElement]]] = [:]

    /// nil without an expression.
    var elements: [PatternElement]? {
      guard let expression else { return nil }
      var result: [PatternElement] = []
      for number in left.keys.sorted(by: >) {
        result.append(joining: Self.either(left[number] ?? []))
      }
      result.append(joining: expression)
      for number in right.keys.sorted() {
        result.append(joining: Self.either(right[number] ?? []))
      }
      return result
    }

    private static func either(_ alternatives: [[PatternElement]]) -> [PatternElement] {
      alternatives.count == 1 ? alternatives[0] : [.choice(alternatives)]
    }
  }

  private(set) var value: ByteSignature
  private var sequence: ByteSequence?
  private var subsequence: Subsequence?

  init(id: Int, position: SourcePosition) {
    value = ByteSignature(id: id)
    value.position = position
  }

  mutating func startSequence(_ reference: ByteSequence.Reference) {
    sequence = ByteSequence(reference, [])
  }

  mutating func startSubsequence(_ gap: OpenGap) {
    subsequence = Subsequence(gap: gap)
  }

  mutating func setExpression(_ elements: [PatternElement]) {
    subsequence?.expression = elements
  }

  mutating func add(_ fragment: OpenFragment, _ elements: [PatternElement]) {
    var part: [PatternElement] = []
    if fragment.isLeft {
      part.append(joining: elements)
      part.append(joining: fragment.gap.element)
      subsequence?.left[fragment.number, default: []].append(part)
    } else {
      part.append(joining: fragment.gap.element)
      part.append(joining: elements)
      subsequence?.right[fragment.number, default: []].append(part)
    }
  }

  /// Returns the position of the signature if the subsequence has no expression.
  mutating func endSubsequence() -> SourcePosition? {
    defer { subsequence = nil }
    guard let subsequence, let sequence else { return nil }
    guard let elements = subsequence.elements else { return value.position }
    var all: [PatternElement] = []
    switch sequence.reference {
    case .end:
      // The first subsequence is the last one of the file.
      all = elements
      all.append(joining: subsequence.gap.element)
      all.append(joining: sequence.elements)
    case .start, .anywhere:
      all = sequence.elements
      let isFree = sequence.reference == .anywhere && all.isEmpty
      all.append(
        joining: isFree
          ? .gap(least: subsequence.gap.least, greatest: nil) : subsequence.gap.element)
      all.append(joining: elements)
    }
    self.sequence?.elements = all
    return nil
  }

  mutating func endSequence() {
    if let sequence, !sequence.elements.isEmpty { value.sequences.append(sequence) }
    sequence = nil
  }
}
