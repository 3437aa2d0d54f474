public import Foundation

/// A class that wraps a ``UTType``, for interfaces that need an object.
public final class UTTypeReference: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The type as a value.
  public let type: UTType

  /// Makes an object of a type.
  ///
  /// - Parameter type: the type.
  public init(_ type: UTType) {
    self.type = type
  }

  /// The type of an identifier.
  ///
  /// - Parameter identifier: an identifier in any case.
  /// - Returns: nil when the identifier is invalid or undeclared.
  public convenience init?(_ identifier: String) {
    guard let type = UTType(identifier) else { return nil }
    self.init(type)
  }

  /// The type of an identifier that need not be declared.
  ///
  /// - Parameters:
  ///   - identifier: an identifier in any case.
  ///   - allowUndeclared: whether an undeclared identifier gives a type.
  /// - Returns: nil when the identifier is invalid, or when it is undeclared and this is not
  ///   allowed.
  public convenience init?(identifier: String, allowUndeclared: Bool) {
    guard let type = UTType(identifier: identifier, allowUndeclared: allowUndeclared) else {
      return nil
    }
    self.init(type)
  }

  /// The preferred type of a filename extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its dot.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: nil when the extension is invalid.
  public convenience init?(
    filenameExtension: String, conformingTo supertype: UTTypeReference? = nil
  ) {
    let above = supertype?.type ?? .data
    guard let type = UTType(filenameExtension: filenameExtension, conformingTo: above) else {
      return nil
    }
    self.init(type)
  }

  /// The preferred type of a MIME type.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: nil when the text is empty.
  public convenience init?(mimeType: String, conformingTo supertype: UTTypeReference? = nil) {
    let above = supertype?.type ?? .data
    guard let type = UTType(mimeType: mimeType, conformingTo: above) else { return nil }
    self.init(type)
  }

  /// The preferred type of a tag.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: the identifier of its vocabulary.
  ///   - supertype: the type that the result must conform to; nil for any.
  /// - Returns: nil when the tag is invalid in its class.
  public convenience init?(tag: String, tagClass: String, conformingTo supertype: UTTypeReference?)
  {
    let tagClass = UTTagClass(rawValue: tagClass)
    guard let type = UTType(tag: tag, tagClass: tagClass, conformingTo: supertype?.type) else {
      return nil
    }
    self.init(type)
  }

  /// Makes a type that the program exports.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, which the program's Info.plist declares.
  ///   - parentType: the assumed supertype of an undeclared type.
  public convenience init(
    exportedAs identifier: String, conformingTo parentType: UTTypeReference? = nil
  ) {
    self.init(UTType(exportedAs: identifier, conformingTo: parentType?.type))
  }

  /// Makes a type that the program imports.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, which the program's Info.plist declares.
  ///   - parentType: the assumed supertype of an undeclared type.
  public convenience init(
    importedAs identifier: String, conformingTo parentType: UTTypeReference? = nil
  ) {
    self.init(UTType(importedAs: identifier, conformingTo: parentType?.type))
  }

  /// Returns all types of a tag, the preferred one first.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: the identifier of its vocabulary.
  ///   - supertype: the type that results must conform to; nil for any.
  /// - Returns: as `UTType.types(tag:tagClass:conformingTo:)`.
  public static func types(
    tag: String, tagClass: String, conformingTo supertype: UTTypeReference?
  ) -> [UTTypeReference] {
    UTType.types(
      tag: tag, tagClass: UTTagClass(rawValue: tagClass), conformingTo: supertype?.type
    ).map { UTTypeReference($0) }
  }

  // MARK: Properties

  /// The identifier, in lower case.
  public var identifier: String { type.identifier }
  /// The preferred extension of files of the type.
  public var preferredFilenameExtension: String? { type.preferredFilenameExtension }
  /// The preferred MIME type of data of the type.
  public var preferredMIMEType: String? { type.preferredMIMEType }
  /// The description in the language of the user.
  public var localizedDescription: String? { type.localizedDescription }
  /// The version of the declaration.
  public var version: NSNumber? { type.version.map { NSNumber(value: $0) } }
  /// The address of a document that describes the type.
  public var referenceURL: URL? { type.referenceURL }
  /// A Boolean value that indicates whether the type is derived from a tag.
  public var isDynamic: Bool { type.isDynamic }
  /// A Boolean value that indicates whether a registry has the type.
  public var isDeclared: Bool { type.isDeclared }
  /// A Boolean value that indicates whether the type is in the public domain.
  public var isPublic: Bool { type.isPublic }
  /// The tags of the type by the identifier of their class.
  public var tags: [String: [String]] {
    Dictionary(uniqueKeysWithValues: type.tags.map { ($0.key.rawValue, $0.value) })
  }
  /// All supertypes of the type.
  public var supertypes: Set<UTTypeReference> { Set(type.supertypes.map { UTTypeReference($0) }) }

  /// Returns a Boolean value that indicates whether the type is another or conforms to it.
  ///
  /// - Parameter other: the other type.
  public func conforms(to other: UTTypeReference) -> Bool { type.conforms(to: other.type) }

  /// Returns a Boolean value that indicates whether another type conforms to this one and differs
  /// from it.
  ///
  /// - Parameter other: the other type.
  public func isSupertype(of other: UTTypeReference) -> Bool { type.isSupertype(of: other.type) }

  /// Returns a Boolean value that indicates whether the type conforms to another and differs from
  /// it.
  ///
  /// - Parameter other: the other type.
  public func isSubtype(of other: UTTypeReference) -> Bool { type.isSubtype(of: other.type) }

  // MARK: Object

  /// Returns a Boolean value that indicates whether an object is a type with the same identifier.
  ///
  /// - Parameter object: any object.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UTTypeReference)?.type == type
  }

  /// The hash of the identifier.
  public override var hash: Int { type.hashValue }

  /// The identifier.
  public override var description: String { type.description }

  /// The identifier, and whether the type is dynamic and declared.
  public override var debugDescription: String { type.debugDescription }

  /// Returns the object itself, which never changes.
  ///
  /// - Parameter zone: not used.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Coding

  private static let identifierKey = "identifier"

  /// A Boolean value that indicates whether the class can be decoded securely.
  public static var supportsSecureCoding: Bool { true }

  /// Encodes the identifier.
  ///
  /// - Parameter coder: the archiver, which must allow keys.
  public func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: Self.identifierKey)
  }

  /// Decodes an identifier, declared or not.
  ///
  /// - Parameter coder: the unarchiver, which must allow keys.
  /// - Returns: nil when there is no valid identifier.
  public convenience init?(coder: NSCoder) {
    guard
      let text = coder.decodeObject(of: NSString.self, forKey: Self.identifierKey),
      let type = UTType(identifier: text as String, allowUndeclared: true)
    else { return nil }
    self.init(type)
  }
}
