package import Foundation
package import UTIFileCoordination

/// The decisions of a document class in another target of this package, which overrides public
/// members only.
///
/// Nil leaves a decision to the document. Unchecked, because each closure is called where the
/// document calls its overridable functions.
package struct DocumentHooks: @unchecked Sendable {
  package var livesOnMainActor = false
  /// True if file access calls functions of the class in the document's isolation.
  package var writesInIsolation = false
  package var registersChanges: (() -> Bool)?
  package var savesInPlace: (() -> Bool)?
  /// Takes the contents for a comparison in the document's isolation.
  package var takeContentsToCompare: (() throws -> TakenContents)?
  package var environmentDidChange: (() -> Void)?
  package var clientClass: NSObject.Type?
  /// The object that users and other processes know in place of the document, while it exists.
  package var client: (() -> (any NSObject & SelfWatchingPresenter)?)?
}
