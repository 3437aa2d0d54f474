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
