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
  func notifyObservers(of changes: DocumentRecord.Changes) {
    func notify<Value>(_ property: KeyPath<Document, Value>) {
      registrar.withMutation(of: self, keyPath: property) {}
    }
    if changes.contains(.place) {
      notify(\.fileURL)
      notify(\.localizedName)
    }
    if changes.contains(.item) {
      notify(\.fileType)
      notify(\.fileModificationDate)
    }
    if changes.contains(.state) { notify(\.documentState) }
    if changes.contains(.edits) { notify(\.hasUnsavedChanges) }
    if changes.contains(.progress) { notify(\.progress) }
    if changes.contains(.autosaved) { notify(\.autosavedContentsFileURL) }
    if changes.contains(.draft) { notify(\.isDraft) }
    if changes.contains(.obstacle) { notify(\.savingObstacle) }
    if !changes.isDisjoint(with: [.problem, .state, .obstacle]) { notify(\.problem) }
  }
}
