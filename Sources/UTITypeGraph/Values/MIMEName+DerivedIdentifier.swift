internal import UTIPortable

/// The identifier of a MIME type that no declaration names; the mapping is reversible.
///
/// `image/svg+xml` is `mime.image.svg.plus.xml`: `+` is a label `plus` and `_` a label `us`. A name
/// with an empty segment, another character, or a segment `plus` or `us` is hexadecimal after `-`.
extension MIMEName {
  package static let derivedPrefix = "mime."
  private static let fallbackPrefix = "mime.-."

  /// - Complexity: O(*n*) in the length of the name.
  package var derivedIdentifier: TypeIdentifier {
    TypeIdentifier(
      canonical: Self.labels(of: canonical)
        ?? Self.fallbackPrefix + Hexadecimal.text(canonical.utf8))
  }

  /// nil if it is not the ``derivedIdentifier`` of any name; O(*n*) in the length.
  package init?(derivedFrom identifier: TypeIdentifier) {
    let text = identifier.rawValue
    guard text.hasPrefix(Self.derivedPrefix) else { return nil }
    let name =
      text.hasPrefix(Self.fallbackPrefix)
      ? Hexadecimal.bytes(text.dropFirst(Self.fallbackPrefix.count))
        .flatMap { String(validating: $0, as: UTF8.self) }
      : Self.name(ofLabels: text.dropFirst(Self.derivedPrefix.count))
    guard let name, let result = MIMEName(name), result.derivedIdentifier == identifier else {
      return nil
    }
    self = result
  }

  /// nil when the name needs the hexadecimal form.
  private static func labels(of canonical: String) -> String? {
    canonical.withBytes { name -> [UInt8]? in
      // The media type has to be one label, which marks its end for decoding.
      guard let slash = name.firstIndex(of: UInt8(ascii: "/")), slash > 0,
        name[..<slash].allSatisfy(isPlain), !name[..<slash].elementsEqual("-".utf8)
      else { return nil }
      var result: [UInt8] = []
      result.reserveCapacity(derivedPrefix.utf8.count + name.count + 8)
      result += derivedPrefix.utf8
      result += name[..<slash]
      let subtype = UnsafeRawBufferPointer(rebasing: name[(slash + 1)...])
      return append(labels: subtype, to: &result) ? result : nil
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether the subtype can be written as labels.
  private static func append(
    labels subtype: UnsafeRawBufferPointer, to result: inout [UInt8]
  ) -> Bool {
    let period = UInt8(ascii: ".")
    let slash = UInt8(ascii: "/")
    var start = 0
    // Two marks may follow each other, and a mark may begin or end the name: then no segment lies
    // between them. An empty segment next to a period could not be decoded.
    var lastBreak = slash
    func closeSegment(at end: Int, before nextBreak: UInt8) -> Bool {
      let segment = subtype[start..<end]
      if segment.isEmpty {
        return lastBreak != period && nextBreak != period
          && !(lastBreak == slash && nextBreak == slash)
      }
      guard !segment.elementsEqual("plus".utf8), !segment.elementsEqual("us".utf8) else {
        return false
      }
      result.append(period)
      result += segment
      return true
    }
    for place in subtype.indices {
      let byte = subtype[place]
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "_"), period:
        guard closeSegment(at: place, before: byte) else { return false }
        if byte != period { result += (byte == UInt8(ascii: "+") ? ".plus" : ".us").utf8 }
        lastBreak = byte
        start = place + 1
      default:
        guard isPlain(byte) else { return false }
      }
    }
    return closeSegment(at: subtype.count, before: slash)
  }

  private static func name(ofLabels labels: Substring) -> String? {
    let parts = labels.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    var name = parts[0] + "/"
    var follows = false
    for part in parts.dropFirst() {
      switch part {
      case "plus":
        name += "+"
        follows = false
      case "us":
        name += "_"
        follows = false
      default:
        if follows { name += "." }
        name += part
        follows = true
      }
    }
    return String(name)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D: true
    default: false
    }
  }
}
