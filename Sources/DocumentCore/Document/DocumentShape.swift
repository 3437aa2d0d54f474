internal import Foundation
internal import Synchronization

/// A subclass of documents in another target of this package, such as the document that does the
/// work of an `NSDocument`, which decides what a class of a program does not.
///
/// A class of another target overrides public members only. A nil value leaves
/// the decision to the document.
package protocol DocumentShape: AnyObject {
  /// True if all functions of the document belong to the main actor.
  var livesOnMainActor: Bool { get }
  /// True if every change is registered.
  var registersChanges: Bool? { get }
  /// The class that the program implements.
  var clientClass: NSObject.Type? { get }
  /// The object that presents the item.
  var presenter: (any SelfWatchingPresenter)? { get }
  /// The object that a reference to the document keeps alive.
  var lifeline: NSObject? { get }
  /// True if file access calls functions of the class in the document's isolation.
  var writesInIsolation: Bool { get }
  /// True if autosaving may write to the item of a document that is not a draft.
  var allowsSavingInPlace: Bool { get }
  /// Takes the contents for a comparison in the document's isolation.
  func takeContentsToCompare() throws -> TakenContents?
  /// Called after a change of the environment.
  func environmentDidChange()
}

extension DocumentShape {
  package var registersChanges: Bool? { nil }
  package var clientClass: NSObject.Type? { nil }
  package var presenter: (any SelfWatchingPresenter)? { nil }
  package var lifeline: NSObject? { nil }
  package var writesInIsolation: Bool { false }
  package func takeContentsToCompare() throws -> TakenContents? { nil }
  package func environmentDidChange() {}
}

extension Document {
  /// The document, if its class belongs to another target of this package.
  var shape: (any DocumentShape)? { self as? any DocumentShape }
}

/// Creates objects of a document class that is known at run time only.
///
/// This needs a required initializer. UIKit's class has none, and classes written for UIKit do not
/// implement one. The initializer is therefore unavailable, so that the compiler does not require
/// it of subclasses. An unavailable initializer satisfies a requirement of a protocol at run time,
/// if the conformance is unavailable too.
package enum RuntimeInstantiation {
  private static let known = Mutex<Set<ObjectIdentifier>>([])

  /// Returns true if `makeDocument(at:)` is known to create documents of a class, from an earlier
  /// call or by the compiler's check.
  static func makes(_ documentClass: Document.Type) -> Bool {
    documentClass is MainDocument.Type
      || known.withLock { $0.contains(ObjectIdentifier(documentClass)) }
  }

  /// Notes that `makeDocument(at:)` has created a document.
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

/// A weak reference to a document for timers, observers and queues that may outlive it.
///
/// Unchecked because reading a weak reference is safe on any thread, and each reader uses the document
/// in its isolation only.
package final class WeakDocument: @unchecked Sendable {
  package private(set) weak var document: Document?

  package init(_ document: Document) { self.document = document }
}
