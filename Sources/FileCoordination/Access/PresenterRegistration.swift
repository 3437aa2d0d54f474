internal import Synchronization

/// The registration of file presenters with everything that notifies them.
package enum PresenterRegistration {
  /// Held while listening begins or ends, so that the last change wins.
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

  /// Lets other processes find this one while it has presenters.
  private static func listen() {
    listening.withLock { _ in PeerListener.shared.listen(FilePresenters.shared.hasEntries) }
  }
}
