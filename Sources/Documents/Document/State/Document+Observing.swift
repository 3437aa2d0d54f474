internal import Foundation
internal import FoundationAdditions
public import Observation

/// Views that show a document follow its state, as they follow a class with `@Observable`.
///
/// What changes on the queue of file access is told there; `withObservationTracking` says only that
/// something is different, and whoever hears of it looks where the document lives.
extension Document: Observable {
  /// The value of a property, which somebody reads now who may want to know when it is another one.
  func observed<Value>(
    _ property: KeyPath<Document, Value>, _ value: @autoclosure () -> Value
  ) -> Value {
    registrar.access(self, keyPath: property)
    return value()
  }

  /// Tells those who have read properties that they have other values.
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
