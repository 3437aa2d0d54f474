internal import Foundation
internal import FoundationAdditions
public import Observation

/// Views observe the state of a document like an `@Observable` class.
///
/// Changes on the queue of file access are reported on that queue. `withObservationTracking`
/// reports only that a property has changed; the observer reads it in the document's isolation.
extension Document: Observable {
  /// Returns the value of a property, and registers the current observer of its changes.
  func observed<Value>(
    _ property: KeyPath<Document, Value>, _ value: @autoclosure () -> Value
  ) -> Value {
    registrar.access(self, keyPath: property)
    return value()
  }

  /// Notifies the observers of the changed properties.
  func tellObservers(of changes: DocumentRecord.Changes) {
    func tell<Value>(_ property: KeyPath<Document, Value>) {
      registrar.withMutation(of: self, keyPath: property) {}
    }
    if changes.contains(.place) {
      tell(\.fileURL)
      tell(\.localizedName)
    }
    if changes.contains(.item) {
      tell(\.fileType)
      tell(\.fileModificationDate)
    }
    if changes.contains(.state) { tell(\.documentState) }
    if changes.contains(.edits) { tell(\.hasUnsavedChanges) }
    if changes.contains(.progress) { tell(\.progress) }
    if changes.contains(.autosaved) { tell(\.autosavedContentsFileURL) }
    if changes.contains(.draft) { tell(\.isDraft) }
    if changes.contains(.obstacle) { tell(\.savingObstacle) }
    if !changes.isDisjoint(with: [.problem, .state, .obstacle]) { tell(\.problem) }
  }
}
