internal import Foundation
internal import Synchronization

/// How objects of a document class are made that is known at run time only.
///
/// The way there is a required initializer. UIKit's has none, and classes written for it need not
/// know of ours: so it is unavailable, which the compiler exempts subclasses from. What is
/// unavailable may satisfy a protocol only unavailably; at run time it does.
enum DynamicCreation {
  private static let known = Mutex<Set<ObjectIdentifier>>([])

  /// Returns a Boolean value that indicates whether `makeDocument(at:)` is known to make documents of a
  /// class: it has done so, or the compiler has checked it.
  static func makes(_ documentClass: Document.Type) -> Bool {
    documentClass is MainDocument.Type
      || known.withLock { $0.contains(ObjectIdentifier(documentClass)) }
  }

  /// Notes that `makeDocument(at:)` has made a document.
  static func note(_ document: Document) {
    let id = ObjectIdentifier(type(of: document))
    known.withLock { _ = $0.insert(id) }
  }

  static func make(_ documentClass: Document.Type, at url: URL) -> Document {
    let creatable = documentClass as Any.Type as? any Creatable.Type
    guard let document = creatable?.init(documentAt: url) as? Document else {
      // The conformance below is a part of this module.
      preconditionFailure("\(documentClass) is no class of documents")
    }
    return document
  }
}

private protocol Creatable {
  init(documentAt url: URL)
}

@available(*, unavailable)
extension Document: Creatable {}
