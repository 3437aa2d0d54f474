public import Foundation
public import UTIDocumentTypes
public import UniformTypes

/// A reference to a document class: a subclass of ``Document``, an ``NSDocument`` with its host
/// document, or the document class of a ``ReferenceFileDocument``.
struct DocumentClassReference: Equatable {
  let documentClass: Document.Type
  let hostedClass: NSDocument.Type?

  init(_ documentClass: Document.Type) {
    self.documentClass = documentClass
    hostedClass = nil
  }

  init(hosting hostedClass: NSDocument.Type) {
    documentClass = HostedDocument.self
    self.hostedClass = hostedClass
  }

  /// Nil for other classes, and for the base classes, which open no documents.
  init?(_ found: AnyClass) {
    if let documentClass = found as? Document.Type, documentClass != Document.self {
      self.init(documentClass)
    } else if let hostedClass = found as? NSDocument.Type, hostedClass != NSDocument.self {
      self.init(hosting: hostedClass)
    } else if let contentClass = found as? any ReferenceFileDocument.Type {
      self.init(Self.documentClass(of: contentClass))
    } else {
      return nil
    }
  }

  private static func documentClass<Content: ReferenceFileDocument>(
    of contentClass: Content.Type
  ) -> Document.Type {
    ObjectDocument<Content>.self
  }

  var id: ObjectIdentifier {
    hostedClass.map { ObjectIdentifier($0) } ?? ObjectIdentifier(documentClass)
  }

  /// The name in declarations; a document with a content has the name of the content's type.
  var name: String {
    let snapshotClass = documentClass as? SnapshotDocument.Type
    return String(reflecting: hostedClass ?? snapshotClass?.clientType ?? documentClass)
  }

  var readableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.readableContentTypes ?? []
  }

  var writableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.writableContentTypes ?? []
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

/// The class for documents of a type, with the reason for the choice.
public struct DocumentClassChoice {
  /// A class that handles a type, by registration or declaration.
  public struct Candidate {
    /// The class; nil if this program does not have it.
    public let documentClass: Document.Type?
    /// The class if it is a subclass of ``NSDocument``; a host document then does the work.
    public let hostedClass: NSDocument.Type?
    /// The name of the class.
    public let className: String
    /// The role of the class for documents of the type.
    public let role: DocumentRole
    /// The entry that declares the candidate; nil for a registration in code.
    public let documentType: DocumentType?
    /// The handled type that matches.
    public let contentType: UTType
    /// The number of direct conformances between the requested type and the matching one.
    public let distance: Int
    /// The reason for the candidate, or for ignoring it.
    public let reason: String
  }

  /// The requested type.
  public let type: UTType
  /// The class.
  public let documentClass: Document.Type
  /// The chosen candidate.
  public let chosen: Candidate

  var reference: DocumentClassReference {
    chosen.hostedClass.map { DocumentClassReference(hosting: $0) }
      ?? DocumentClassReference(documentClass)
  }

  /// The other candidates, the nearest first.
  public let others: [Candidate]
  /// A candidate that loses to the chosen one only by the order of declaration; nil if the choice
  /// is clear.
  public let rival: Candidate?
}

extension DocumentClassChoice: CustomStringConvertible {
  /// The choice in a line, and a line for each other candidate.
  public var description: String {
    var lines = ["\(type) is opened by \(chosen.className): \(chosen.reason)"]
    if let rival {
      lines.append("\(rival.className) is equally near and declared later")
    }
    lines += others.map { "not \($0.className): \($0.reason)" }
    return lines.joined(separator: "\n")
  }
}

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
