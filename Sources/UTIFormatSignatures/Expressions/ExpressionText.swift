internal import UTIPortable

extension ByteSignature {
  /// The sequences in PRONOM's syntax, each after its reference: `BOF 25504446 & EOF {0-4} 2525`.
  package var text: String { sequences.map(\.text).joined(separator: " & ") }
}

extension ByteSequence {
  fileprivate var text: String {
    let place =
      switch reference {
      case .start: "BOF"
      case .end: "EOF"
      case .anywhere: "Variable"
      }
    return place + " " + elements.expression
  }
}

extension [PatternElement] {
  /// Gaps without bytes are omitted.
  fileprivate var expression: String { map(\.expression).joined() }
}

extension PatternElement {
  fileprivate var expression: String {
    switch self {
    case .bytes(let bytes): return Self.digits(bytes)
    case .byte(let set): return set.expression
    case .range(let value):
      return
        "[\(value.isInverted ? "!" : "")\(Self.digits(value.first)):\(Self.digits(value.last))]"
    case .gap(let least, nil): return least == 0 ? "*" : "{\(least)-*}"
    case .gap(0, 0): return ""
    case .gap(let least, let greatest?):
      return least == greatest ? "{\(least)}" : "{\(least)-\(greatest)}"
    case .choice(let alternatives):
      return "(" + alternatives.map(\.expression).joined(separator: "|") + ")"
    }
  }

  fileprivate static func digits(_ bytes: [UInt8]) -> String {
    Hexadecimal.text(bytes).uppercased()
  }
}

extension ByteSet {
  /// A set of more than half of all bytes is the inverse of the others.
  fileprivate var expression: String {
    var others = self
    others.invert()
    let isInverted = bytes.count > 128
    let ranges = (isInverted ? others : self).ranges.map { range in
      let (first, last) = (PatternElement.digits([range.lowerBound]), [range.upperBound])
      return range.count == 1 ? first : first + ":" + PatternElement.digits(last)
    }
    if isInverted, ranges.isEmpty { return "??" }
    return "[\(isInverted ? "!" : "")\(ranges.joined(separator: " "))]"
  }

  private var ranges: [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for byte in bytes {
      if let last = ranges.last, last.upperBound + 1 == byte {
        ranges[ranges.count - 1] = last.lowerBound...byte
      } else {
        ranges.append(byte...byte)
      }
    }
    return ranges
  }
}

extension ContainerSignature {
  /// The paths of the entries, each with its signatures: `ZIP mimetype (BOF 61|BOF 62)`.
  package var text: String {
    let entries = entries.map { entry in
      entry.path
        + (entry.signatures.isEmpty
          ? "" : " (" + entry.signatures.map(\.text).joined(separator: "|") + ")")
    }
    return ([kind.rawValue] + entries).joined(separator: " ")
  }
}
