internal import UTIPlatform

/// The identifier of a uniform type, in its canonical spelling.
///
/// Identifiers compare without ASCII case and print in lower case, as Apple's framework reports
/// them. Allowed are ASCII letters, digits, hyphen and period, and every character above U+007F
/// (Uniform Type Identifiers Overview, "UTI character set").
public struct TypeIdentifier: Sendable {
  /// The identifier in lower case.
  public let rawValue: String

  /// Makes an identifier from text that is known to be canonical.
  package init(canonical: String) {
    rawValue = canonical
  }

  /// Makes an identifier from text of any case.
  ///
  /// - Parameter text: the identifier as declared or asked for.
  /// - Returns: nil when the text is empty or holds a character outside the alphabet.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    rawValue = CaseFolding.ascii(text)
  }

  /// Whether the identifier lies in the domain reserved for types that are common knowledge.
  public var isPublic: Bool { rawValue.hasPrefix("public.") }

  /// Whether the identifier is computed from a tag rather than declared.
  public var isDynamic: Bool { rawValue.hasPrefix("dyn.") }

  /// Whether a bundle owns the identifier: both are in the domain of the same registrant.
  ///
  /// Nobody owns an identifier of the `public` domain.
  package func isOwned(by bundleIdentifier: String) -> Bool {
    // What stands behind the second period may be long and says nothing.
    func domain(_ text: String) -> [Substring.UTF8View] {
      Array(text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 2).prefix(2))
    }
    let (owner, own) = (domain(CaseFolding.ascii(bundleIdentifier)), domain(rawValue))
    return owner.count == 2 && owner.elementsEqual(own) { $0.elementsEqual($1) } && !isPublic
  }

  package static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
    default: byte >= 0x80
    }
  }
}

extension TypeIdentifier: Hashable {
  /// Whether both have the same bytes; the system keeps apart what only looks alike.
  public static func == (left: TypeIdentifier, right: TypeIdentifier) -> Bool {
    ByteText(left.rawValue) == ByteText(right.rawValue)
  }

  /// Hashes the bytes of the canonical spelling.
  public func hash(into hasher: inout Hasher) {
    ByteText(rawValue).hash(into: &hasher)
  }
}

extension TypeIdentifier: Comparable {
  /// Orders by the bytes of the canonical spelling.
  public static func < (left: TypeIdentifier, right: TypeIdentifier) -> Bool {
    left.rawValue.bytesPrecede(right.rawValue)
  }
}

extension TypeIdentifier: CustomStringConvertible {
  /// The identifier itself.
  public var description: String { rawValue }
}
