internal import Foundation
internal import Synchronization

/// Creates objects of a class known at run time only, by a required initializer that is
/// unavailable, so that subclasses (classes written for UIKit) need not implement it.
///
/// It satisfies a requirement at run time if the conformance is unavailable too.
package enum RuntimeInstantiation {
  private static let known = Mutex<Set<ObjectIdentifier>>([])

  /// The answer is known from an earlier call or by the compiler's check.
  static func makes(_ documentClass: Document.Type) -> Bool {
    documentClass is MainDocument.Type
      || known.withLock { $0.contains(ObjectIdentifier(documentClass)) }
  }

  package static func note(_ document: Document) {
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

/// A weak reference for timers, observers and queues that may outlive the document.
///
/// Unchecked because reading it is safe on any thread; readers use the document in its isolation
/// only.
package final class WeakDocument: @unchecked Sendable {
  package private(set) weak var document: Document?

  package init(_ document: Document) { self.document = document }
}
