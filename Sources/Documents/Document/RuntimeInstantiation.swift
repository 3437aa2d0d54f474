internal import Foundation
internal import Synchronization

/// Creates objects of a document class that is known at run time only.
///
/// This needs a required initializer. UIKit's class has none, and classes written for UIKit do not
/// implement one. The initializer is therefore unavailable, so that the compiler does not require
/// it of subclasses. An unavailable initializer satisfies a requirement of a protocol at run time,
/// if the conformance is unavailable too.
enum RuntimeInstantiation {
  private static let known = Mutex<Set<ObjectIdentifier>>([])

  /// Returns true if `makeDocument(at:)` is known to create documents of a class, from an earlier
  /// call or by the compiler's check.
  static func makes(_ documentClass: Document.Type) -> Bool {
    documentClass is MainDocument.Type
      || known.withLock { $0.contains(ObjectIdentifier(documentClass)) }
  }

  /// Notes that `makeDocument(at:)` has created a document.
  static func note(_ document: Document) {
    let id = ObjectIdentifier(type(of: document))
    known.withLock { _ = $0.insert(id) }
  }

  static func make(_ documentClass: Document.Type, at url: URL) -> Document {
    let creatable = documentClass as Any.Type as? any RuntimeInstantiable.Type
    guard let document = creatable?.init(documentAt: url) as? Document else {
      // The conformance below is a part of this module.
      preconditionFailure("\(documentClass) is not a document class")
    }
    return document
  }
}

private protocol RuntimeInstantiable {
  init(documentAt url: URL)
}

@available(*, unavailable)
extension Document: RuntimeInstantiable {}
