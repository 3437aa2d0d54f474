public import Foundation
public import UTIDocumentTypes
public import UniformTypes

/// An error that explains why a type has no document class.
public struct DocumentClassError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// Neither a registration nor a declaration handles the type or a supertype.
    case noDocumentType = "no-document-type"
    /// The declared class is not in this program.
    case unknownClass = "unknown-class"
    /// The declared class is not a subclass of ``Document`` or ``NSDocument``.
    case notADocumentClass = "not-a-document-class"
    /// The class creates documents, but is not a subclass of ``NSDocument``.
    case notAnNSDocument = "not-an-ns-document"
  }

  /// The kind of failure.
  public let code: Code
  /// The type that needs a class.
  public let type: UTType
  /// The entry that names the class; nil if no entry handles the type.
  public let documentType: DocumentType?
  /// The names that were tried.
  public let classNames: [String]
  /// Entries that handle the type and are ignored, each with the reason.
  public let passedOver: [String]
  /// The item to be opened; nil if the request was for a type.
  public private(set) var url: URL?
  /// The type of the item's name, if it differs from the type of its content.
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

  /// `nameType` is the type of the item's name.
  func at(_ url: URL, nameType: UTType?) -> DocumentClassError {
    var error = self
    error.url = url
    error.nameType = nameType == type ? nil : nameType
    return error
  }

  /// The action that corrects the problem.
  public var remedy: String {
    switch code {
    case .noDocumentType:
      "declare the type in CFBundleDocumentTypes with a class, or register a class for it"
    case .unknownClass:
      "write the name with its module, as in Module.Class, or register the class under its name, which "
        + "a private or generic class needs"
    case .notADocumentClass:
      "make the class a subclass of Document or NSDocument, or name another"
    case .notAnNSDocument:
      "open it with DocumentController, or make the class a subclass of NSDocument"
    }
  }
}

extension DocumentClassError: CustomStringConvertible, LocalizedError {
  /// The error with the origin of the declaration, in the form `file:line: error: message; remedy`.
  public var description: String {
    let place = documentType.map { "\($0.origin): " } ?? url.map { "\($0.path): " } ?? ""
    return "\(place)error: \(message); \(remedy)"
  }

  /// The failure in one sentence.
  public var errorDescription: String? { message }

  /// The same as ``remedy``.
  public var recoverySuggestion: String? { remedy }

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
