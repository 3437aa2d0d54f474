/// The access whose question to save a presenter is answering.
package enum ServedAccess {
  /// The number of the access.
  ///
  /// It is nil outside ``NSFilePresenter/savePresentedItemChanges(completionHandler:)`` and similar
  /// calls.
  @TaskLocal package static var current: CoordinationState.Number?
}
