internal import Synchronization

/// The registration of file presenters with all components that notify them.
package enum PresenterRegistration {
  /// A lock held while listening begins or ends, so that the last change wins.
  private static let listening = Mutex(())

  static func add(_ presenter: any NSFilePresenter) {
    FilePresenters.shared.add(presenter)
    listen()
    PresenterWatches.shared.add(presenter)
  }

  /// Removes a presenter; does nothing if it is not registered.
  package static func remove(_ id: ObjectIdentifier) {
    if FilePresenters.shared.remove(id) { listen() }
    PresenterWatches.shared.remove(id)
  }

  /// Makes this process known to other processes while it has presenters.
  private static func listen() {
    listening.withLock { _ in PeerListener.shared.listen(FilePresenters.shared.hasEntries) }
  }
}
