internal import FoundationAdditions
import UniformTypes

/// A class of documents: a ``Document`` of its own, or an ``NSDocument`` that one works for; or the
/// one that has a ``ReferenceFileDocument`` of a class.
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

  /// The class of a name, as the runtime knows it.
  ///
  /// - Returns: nil for a class of something else. The base classes open nothing: they are there to
  ///   be subclassed.
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

  /// The name that declarations have for it: of a document that has a content, that of the content.
  var name: String {
    let snapshotClass = documentClass as? SnapshotDocument.Type
    return String(reflecting: hostedClass ?? snapshotClass?.clientType ?? documentClass)
  }

  /// The types that a content says it reads.
  var readableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.readableContentTypes ?? []
  }

  /// The types that a content says it writes.
  var writableContentTypes: [UTType] {
    (documentClass as? SnapshotDocument.Type)?.writableContentTypes ?? []
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
