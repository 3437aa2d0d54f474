import UTITypeGraph

/// A type that a program declares in code, without a property list.
///
/// ```swift
/// let diagram = DeclaredType(
///   "org.example.diagram", conformingTo: ["public.image"], filenameExtensions: ["diagram"],
///   mimeTypes: ["image/x-diagram"], signatures: [.init(Array("DIAG".utf8))])
/// let registry = try TypeRegistry.current.declaring([diagram])
/// ```
public struct DeclaredType: Hashable, Sendable {
  /// The identifier, in any case.
  public var identifier: String
  /// The identifiers of the supertypes, in order.
  public var supertypes: [String]
  /// The description, such as `Diagram`.
  public var description: String?
  /// The extensions without their dots, the preferred one first.
  public var filenameExtensions: [String]
  /// The MIME types, the preferred one first.
  public var mimeTypes: [String]
  /// The bytes that show the type of contents; one of them is sufficient.
  public var signatures: [Signature]

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, in any case.
  ///   - supertypes: the identifiers of the supertypes, in order.
  ///   - description: the description, such as `Diagram`.
  ///   - filenameExtensions: the extensions without their dots, the preferred one first.
  ///   - mimeTypes: the MIME types, the preferred one first.
  ///   - signatures: the bytes by which contents are recognized. They need a MIME type.
  public init(
    _ identifier: String, conformingTo supertypes: [String] = ["public.data"],
    description: String? = nil, filenameExtensions: [String] = [], mimeTypes: [String] = [],
    signatures: [Signature] = []
  ) {
    self.identifier = identifier
    self.supertypes = supertypes
    self.description = description
    self.filenameExtensions = filenameExtensions
    self.mimeTypes = mimeTypes
    self.signatures = signatures
  }

  /// Bytes at a place by which contents are recognized.
  public struct Signature: Hashable, Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// The first and the last offset at which the bytes may start.
    public var offsets: ClosedRange<Int>
    /// The mask of significant bits, as many bytes as `bytes`; nil when all bits are significant.
    public var mask: [UInt8]?
    /// The priority, 0 to 100; with 80 or more no other type begins so.
    public var priority: Int

    /// Makes a signature.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, at least one.
    ///   - offsets: the first and the last offset at which the bytes may start.
    ///   - mask: the mask of significant bits, as many bytes as `bytes`.
    ///   - priority: the priority, 0 to 100; other values are clamped.
    public init(
      _ bytes: [UInt8], at offsets: ClosedRange<Int> = 0...0, mask: [UInt8]? = nil,
      priority: Int = 80
    ) {
      self.bytes = bytes
      self.offsets = offsets
      self.mask = mask
      self.priority = priority
    }
  }
}

/// The reason why a declaration in code is not valid.
public struct DeclaredTypeError: Error, CustomStringConvertible {
  /// The identifier, extension or MIME type that is not valid.
  public let subject: String
  /// The problem and its remedy.
  public let description: String

  init(_ subject: String, _ problem: String, _ remedy: String) {
    self.subject = subject
    description = "\(subject): \(problem); \(remedy)"
  }
}

extension DeclaredType {
  /// The statements of a property list.
  func typeDeclaration() throws(DeclaredTypeError) -> TypeDeclaration {
    var tags: [Located<Tag>] = []
    for value in filenameExtensions {
      tags.append(Located(try Self.tag(.filenameExtension, value), at: .none))
    }
    for value in mimeTypes {
      tags.append(
        Located(Tag(tagClass: .mimeType, value: try Self.mimeName(value).spelling), at: .none))
    }
    var conformsTo: [Located<TypeIdentifier>] = []
    for supertype in supertypes {
      conformsTo.append(Located(try Self.identifier(supertype), at: .none))
    }
    return TypeDeclaration(
      identifier: try Self.identifier(identifier), position: .none, isExported: true,
      conformsTo: conformsTo, tags: tags, description: description)
  }

  /// The statements of shared-mime-info; nil if there are no signatures.
  func mimeTypeDeclaration() throws(DeclaredTypeError) -> MIMETypeDeclaration? {
    guard !signatures.isEmpty else { return nil }
    guard let mimeType = mimeTypes.first else {
      throw DeclaredTypeError(
        identifier, "a type with signatures has no MIME type",
        "add one, such as application/x-example")
    }
    var declaration = MIMETypeDeclaration(name: try Self.mimeName(mimeType), position: .none)
    for signature in signatures {
      guard !signature.bytes.isEmpty, signature.offsets.lowerBound >= 0,
        signature.mask.map({ $0.count == signature.bytes.count }) ?? true
      else {
        throw DeclaredTypeError(
          identifier, "a signature has no bytes, a negative offset, or a mask of another length",
          "correct it")
      }
      declaration.magic.append(
        MagicRule(
          priority: signature.priority,
          matches: [
            MagicMatch(
              type: .string, offsets: signature.offsets, value: signature.bytes,
              mask: signature.mask, position: .none)
          ],
          position: .none))
    }
    return declaration
  }

  static func identifier(_ text: String) throws(DeclaredTypeError) -> TypeIdentifier {
    guard let identifier = TypeIdentifier(text), !identifier.isDynamic else {
      throw DeclaredTypeError(
        text, "this is not an identifier", "use letters, digits, hyphens and periods")
    }
    return identifier
  }

  static func mimeName(_ text: String) throws(DeclaredTypeError) -> MIMEName {
    guard let name = MIMEName(text) else {
      throw DeclaredTypeError(text, "this is not a MIME type", "use the form media/subtype")
    }
    return name
  }

  static func tag(_ tagClass: TagClass, _ value: String) throws(DeclaredTypeError) -> Tag {
    let tag = Tag(tagClass: tagClass, value: value)
    guard tag.isValid else {
      throw DeclaredTypeError(
        value, "this is not a filename extension", "leave out periods, spaces and slashes")
    }
    return tag
  }
}
