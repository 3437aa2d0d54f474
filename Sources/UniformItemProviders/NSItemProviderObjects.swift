public import Foundation
internal import UniformTypeIdentifiers

/// An object whose representations an ``NSItemProvider`` can have.
public protocol NSItemProviderWriting: NSObjectProtocol, SendableMetatype {
  /// The types that objects of the class can be written as, the preferred one first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }

  /// The types that this object can be written as; the types of the class if not implemented.
  var writableTypeIdentifiersForItemProvider: [String] { get }

  /// Returns the programs that may load a representation; all if not implemented.
  ///
  /// - Parameter typeIdentifier: the type of the representation.
  /// - Returns: the programs.
  static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility

  /// Returns the programs that may load a representation; the answer of the class if not implemented.
  ///
  /// - Parameter typeIdentifier: the type of the representation.
  /// - Returns: the programs.
  func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility

  /// Writes the object as data.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the type of the data.
  ///   - completionHandler: called with the data or an error, on any thread.
  /// - Returns: a progress that can cancel the work; nil if it was done at once.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension NSItemProviderWriting {
  /// The types of the class.
  public var writableTypeIdentifiersForItemProvider: [String] {
    Self.writableTypeIdentifiersForItemProvider
  }

  /// Returns the visibility for all programs.
  ///
  /// - Parameter typeIdentifier: the type of the representation.
  /// - Returns: the programs.
  public static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility { .all }

  /// Returns the visibility that the class gives.
  ///
  /// - Parameter typeIdentifier: the type of the representation.
  /// - Returns: the programs.
  public func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility {
    Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
  }
}

/// A class whose objects can be created from representations of an ``NSItemProvider``.
public protocol NSItemProviderReading: NSObjectProtocol, SendableMetatype {
  /// The types that the class reads, the preferred one first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }

  /// Creates an object from data.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - typeIdentifier: the type of the data, one of ``readableTypeIdentifiersForItemProvider``.
  /// - Returns: the object.
  /// - Throws: an error if the data is not of the type.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// The texts and URLs of objects of Foundation.
private enum ObjectData {
  static let textTypes: [UTType] = [
    .utf8PlainText, .utf16PlainText, .utf16ExternalPlainText, .plainText, .text,
  ]

  static func text(_ data: Data, _ typeIdentifier: String) throws -> String {
    let encodings: [String.Encoding] =
      switch UTType(typeIdentifier) {
      case .utf16PlainText: [hasByteOrderMark(data) ? .utf16 : .utf16LittleEndian]
      case .utf16ExternalPlainText: [hasByteOrderMark(data) ? .utf16 : .utf16BigEndian]
      default: hasByteOrderMark(data) ? [.utf16, .utf8] : [.utf8]
      }
    for encoding in encodings {
      if let text = String(data: data, encoding: encoding) { return text }
    }
    throw unreadable("text", typeIdentifier)
  }

  private static func hasByteOrderMark(_ data: Data) -> Bool {
    data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
  }

  static func unreadable(_ kind: String, _ typeIdentifier: String) -> NSError {
    NSItemProvider.error(
      .unavailableCoercionError, "The data of the type \(typeIdentifier) is not a \(kind).")
  }

  /// An object of the class or of a subclass that was asked.
  static func instance<Object>(_ candidates: NSObject...) throws -> Object {
    for candidate in candidates {
      if let object = candidate as? Object { return object }
    }
    throw NSItemProvider.error(
      .unexpectedValueClassError,
      "An object of the class \(Object.self) cannot be created from data.")
  }
}

extension NSString: NSItemProviderReading, NSItemProviderWriting {
  /// UTF-8, UTF-16 and other plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    ObjectData.textTypes.map(\.identifier)
  }

  /// UTF-8 text.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [UTType.utf8PlainText.identifier]
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - data: the text in the encoding of its type; UTF-8 for a type without an encoding.
  ///   - typeIdentifier: the type.
  /// - Returns: the text.
  /// - Throws: an error if the data is not in this encoding.
  public static func object(
    withItemProviderData data: Data, typeIdentifier: String
  ) throws -> Self {
    let text = try ObjectData.text(data, typeIdentifier)
    return try ObjectData.instance(NSString(string: text), NSMutableString(string: text))
  }

  /// Encodes the text in UTF-8.
  ///
  /// - Parameters:
  ///   - typeIdentifier: ignored.
  ///   - completionHandler: receives the data.
  /// - Returns: nil.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data((self as String).utf8), nil)
    return nil
  }
}

extension NSURL: NSItemProviderReading, NSItemProviderWriting {
  /// URLs of files and other URLs.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [UTType.fileURL.identifier, UTType.url.identifier]
  }

  /// URLs of files and other URLs.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [UTType.fileURL.identifier, UTType.url.identifier]
  }

  /// The type of URLs, and for the URL of a file the more specific one before it.
  public var writableTypeIdentifiersForItemProvider: [String] {
    isFileURL ? Self.writableTypeIdentifiersForItemProvider : [UTType.url.identifier]
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - data: the text of the URL in UTF-8.
  ///   - typeIdentifier: the type.
  /// - Returns: the URL.
  /// - Throws: an error if the data is not a URL.
  public static func object(
    withItemProviderData data: Data, typeIdentifier: String
  ) throws -> Self {
    guard let text = String(data: data, encoding: .utf8), !text.isEmpty,
      let url = NSURL(string: text)
    else { throw ObjectData.unreadable("URL", typeIdentifier) }
    return try ObjectData.instance(url)
  }

  /// Writes the absolute URL as text in UTF-8.
  ///
  /// - Parameters:
  ///   - typeIdentifier: ignored.
  ///   - completionHandler: receives the data.
  /// - Returns: nil.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data((self as URL).absoluteString.utf8), nil)
    return nil
  }
}

/// Foundation on Linux neither reads nor writes rich text, so that attributes are not transferred.
extension NSAttributedString: NSItemProviderReading, NSItemProviderWriting {
  /// UTF-8, UTF-16 and other plain text.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    NSString.readableTypeIdentifiersForItemProvider
  }

  /// UTF-8 text.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    NSString.writableTypeIdentifiersForItemProvider
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - data: the text in the encoding of its type; UTF-8 for a type without an encoding.
  ///   - typeIdentifier: the type.
  /// - Returns: the text without attributes.
  /// - Throws: an error if the data is not in this encoding.
  public static func object(
    withItemProviderData data: Data, typeIdentifier: String
  ) throws -> Self {
    let text = try ObjectData.text(data, typeIdentifier)
    return try ObjectData.instance(
      NSAttributedString(string: text), NSMutableAttributedString(string: text))
  }

  /// Encodes the text without attributes in UTF-8.
  ///
  /// - Parameters:
  ///   - typeIdentifier: ignored.
  ///   - completionHandler: receives the data.
  /// - Returns: nil.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(string.utf8), nil)
    return nil
  }
}
