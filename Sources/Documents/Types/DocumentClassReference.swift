/// A class of documents: a ``Document`` of its own, or an ``NSDocument`` that one works for.
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
    } else {
      return nil
    }
  }

  var id: ObjectIdentifier {
    hostedClass.map { ObjectIdentifier($0) } ?? ObjectIdentifier(documentClass)
  }

  var name: String {
    hostedClass.map { String(reflecting: $0) } ?? String(reflecting: documentClass)
  }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
