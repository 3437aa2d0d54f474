internal import UTIFoundationBridge
import UniformTypes

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

  /// Creates a reference to a class of the runtime.
  ///
  /// The base classes open no documents; they must be subclassed.
  ///
  /// - Returns: nil for a class that is not a document class.
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

  /// The readable types of a content.
  var readableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.readableContentTypes ?? []
  }

  /// The writable types of a content.
  var writableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.writableContentTypes ?? []
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
