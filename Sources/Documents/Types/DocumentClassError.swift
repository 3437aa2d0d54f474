public import DocumentTypes
public import Foundation
public import UniformTypes

/// Why a type has no document class.
public struct DocumentClassError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// Neither a registration nor a declaration handles the type or one above it.
    case noDocumentType = "no-document-type"
    /// The declared class is not in this program.
    case unknownClass = "unknown-class"
    /// The declared class is no subclass of ``Document`` or ``NSDocument``.
    case notADocumentClass = "not-a-document-class"
    /// The class makes documents, and is no subclass of ``NSDocument``.
    case notAnNSDocument = "not-an-ns-document"
  }

  /// The kind of failure.
  public let code: Code
  /// The type a class was asked for.
  public let type: UTType
  /// The entry that names the class; nil when no entry handles the type.
  public let documentType: DocumentType?
  /// The names that were tried.
  public let classNames: [String]
  /// Entries that handle the type and do not count, each with the reason.
  public let passedOver: [String]
  /// The item that was to be opened; nil when only a type was asked about.
  public private(set) var url: URL?
  /// The type that the name of the item tells, where its content is of another.
  public private(set) var nameType: UTType?

  init(
    _ code: Code, type: UTType, documentType: DocumentType? = nil, classNames: [String] = [],
    passedOver: [String] = []
  ) {
    self.code = code
    self.type = type
    self.documentType = documentType
    self.classNames = classNames
    self.passedOver = passedOver
  }

  /// The error of an item.
  ///
  /// - Parameter nameType: the type that its name tells.
  func at(_ url: URL, nameType: UTType?) -> DocumentClassError {
    var error = self
    error.url = url
    error.nameType = nameType == type ? nil : nameType
    return error
  }

  /// What to do about it.
  public var remedy: String {
    switch code {
    case .noDocumentType:
      "declare the type in CFBundleDocumentTypes with a class, or register a class for it"
    case .unknownClass:
      "write the name with its module, as in Module.Class, or register the class under its name"
    case .notADocumentClass:
      "make the class a subclass of Document or NSDocument, or name another"
    case .notAnNSDocument:
      "open it with DocumentController, or make the class a subclass of NSDocument"
    }
  }
}

extension DocumentClassError: CustomStringConvertible {
  /// The error with the place of the declaration, in the form `file:line: error: message; remedy`.
  public var description: String {
    let place = documentType.map { "\($0.origin): " } ?? url.map { "\($0.path): " } ?? ""
    return "\(place)error: \(message); \(remedy)"
  }

  /// What the item is not that its name says.
  private var disagreement: String {
    guard let url, let nameType, nameType.isDeclared else { return "" }
    return ", which \(url.lastPathComponent) is, although its name has the type \(nameType)"
  }

  private var message: String {
    let names = classNames.joined(separator: ", ")
    let entry = documentType.map { "entry \($0.entryIndex) of CFBundleDocumentTypes" } ?? ""
    switch code {
    case .noDocumentType:
      let reasons = passedOver.isEmpty ? "" : " (\(passedOver.joined(separator: "; ")))"
      return "no document class handles \(type)\(disagreement)\(reasons)"
    case .unknownClass:
      return "\(entry) names the class \(names) for \(type), which is not in this program"
    case .notADocumentClass:
      return "\(entry) names the class \(names) for \(type), which is no subclass of Document"
    case .notAnNSDocument:
      return "the class \(names) for \(type) is no subclass of NSDocument"
    }
  }
}
