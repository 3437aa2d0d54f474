internal import UTIPortable
public import UTITypeGraph

/// One reason for an answer.
public struct Evidence: Hashable, Sendable {
  /// The part of the item that the reason rests on.
  public let basis: Basis
  let reason: Reason
  /// The type that the reason supports; nil when it supports a kind of bytes only.
  public let type: TypeIdentifier?
  /// The offset of the bytes in the file, counted from its first byte.
  public let offset: Int?
  /// The bytes that were seen there, cut after sixteen.
  public let bytes: [UInt8]
  /// The declaration that states the rule; nil when the rule is part of this package.
  public let origin: DeclarationOrigin?

  init(
    _ basis: Basis, _ reason: Reason, type: TypeIdentifier? = nil, offset: Int? = nil,
    bytes: some Sequence<UInt8> = [], origin: DeclarationOrigin? = nil
  ) {
    self.basis = basis
    self.reason = reason
    self.type = type
    self.offset = offset
    self.bytes = Array(bytes.prefix(Self.longestExcerpt))
    self.origin = origin
  }

  /// The rule that was met, in words, such as `pattern *.png, weight 50` or `magic, priority 80`.
  public var rule: String { reason.words }

  /// A rule, which is described on request only, since most callers read the type only.
  enum Reason: Hashable {
    case pattern(String, weight: Int)
    case tag(String)
    case magic(priority: Int)
    case words(String)

    var words: String {
      switch self {
      case .pattern(let pattern, let weight): "pattern \(pattern), weight \(weight)"
      case .tag(let value): "declared filename extension \(value)"
      case .magic(let priority): "magic, priority \(priority)"
      case .words(let words): words
      }
    }
  }

  /// The part of an item that a reason or an answer rests on.
  public enum Basis: String, Sendable, CaseIterable {
    /// The extended attribute `user.mime_type`.
    case explicit
    /// The kind of file-system object.
    case kind
    /// The name.
    case name
    /// A signature in the bytes.
    case content
    /// The inside of a container.
    case container
    /// The root element of an XML document.
    case rootElement = "root-element"
    /// The text that the bytes are.
    case text
    /// The size, which is zero.
    case empty
    /// Nothing.
    case none
  }

  /// Enough to recognise a signature by, little enough for one line.
  static let longestExcerpt = 16
}

extension Evidence: CustomStringConvertible {
  /// The reason in one line, such as `magic, priority 80, at offset 0: 89 50 4e 47 (declared at
  /// ...)`.
  public var description: String {
    var text = rule
    if let offset { text += ", at offset \(offset)" }
    if !bytes.isEmpty { text += ": \(excerpt)" }
    if let origin { text += " (declared at \(origin))" }
    return text
  }

  /// Text in quotes when printable, else hexadecimal.
  private var excerpt: String {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return "\"\(String(decoding: bytes, as: UTF8.self))\""
    }
    return bytes.map { Hexadecimal.text([$0]) }.joined(separator: " ")
  }
}
