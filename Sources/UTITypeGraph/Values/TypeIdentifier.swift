internal import UTIPortable

/// The identifier of a uniform type, in its canonical spelling.
///
/// Identifiers compare without ASCII case and print in lower case, as Apple's framework reports
/// them. Allowed are ASCII letters, digits, hyphen and period, and every character above U+007F
/// (Uniform Type Identifiers Overview, "UTI character set").
public struct TypeIdentifier: Sendable {
  /// The identifier in lower case.
  public let rawValue: String

  /// The text is known to be canonical.
  package init(canonical: String) {
    rawValue = canonical
  }

  /// Makes an identifier from text of any case.
  ///
  /// - Parameter text: the identifier as written.
  /// - Returns: nil when the text is empty or has a character outside the alphabet.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    rawValue = CaseFolding.ascii(text)
  }

  /// A Boolean value that indicates whether the identifier is in the domain reserved for public
  /// types.
  public var isPublic: Bool { rawValue.hasPrefix("public.") }

  /// A Boolean value that indicates whether the identifier is derived from a tag rather than
  /// declared.
  public var isDynamic: Bool { rawValue.hasPrefix("dyn.") }

  /// Both are in one registrant's domain; no bundle owns an identifier of the `public` domain.
  package func isOwned(by bundleIdentifier: String) -> Bool {
    // Only the first two labels matter; the rest may be long.
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
  /// Returns a Boolean value that indicates whether both have the same bytes; canonically
  /// equivalent spellings differ.
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

extension TypeIdentifier {
  package static let archive = TypeIdentifier(canonical: "public.archive")
  package static let audio = TypeIdentifier(canonical: "public.audio")
  package static let blockSpecial = TypeIdentifier(canonical: "public.block-special")
  package static let characterSpecial = TypeIdentifier(canonical: "public.character-special")
  package static let content = TypeIdentifier(canonical: "public.content")
  package static let data = TypeIdentifier(canonical: "public.data")
  package static let directory = TypeIdentifier(canonical: "public.directory")
  package static let diskImage = TypeIdentifier(canonical: "public.disk-image")
  package static let folder = TypeIdentifier(canonical: "public.folder")
  package static let font = TypeIdentifier(canonical: "public.font")
  package static let image = TypeIdentifier(canonical: "public.image")
  package static let item = TypeIdentifier(canonical: "public.item")
  package static let message = TypeIdentifier(canonical: "public.message")
  package static let movie = TypeIdentifier(canonical: "public.movie")
  package static let namedPipe = TypeIdentifier(canonical: "public.named-pipe")
  package static let package = TypeIdentifier(canonical: "com.apple.package")
  package static let playlist = TypeIdentifier(canonical: "public.playlist")
  package static let presentation = TypeIdentifier(canonical: "public.presentation")
  package static let script = TypeIdentifier(canonical: "public.script")
  package static let socket = TypeIdentifier(canonical: "public.socket")
  package static let sourceCode = TypeIdentifier(canonical: "public.source-code")
  package static let symbolicLink = TypeIdentifier(canonical: "public.symlink")
  package static let text = TypeIdentifier(canonical: "public.text")
  package static let threeDContent = TypeIdentifier(canonical: "public.3d-content")
  package static let volume = TypeIdentifier(canonical: "public.volume")
}
