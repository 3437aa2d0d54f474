package import FileWatching
internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The watching for presenters that are no documents: they are told what programs do that do not
/// coordinate, as they are told what others do that do.
final class PresenterWatches: Sendable {
  static let shared = PresenterWatches()
  /// What watches for presenters that are added now; tests have one of their own.
  @TaskLocal static var watcher = FileWatcher.shared

  private struct Entry: Sendable {
    let presenter: WeakPresenter
    let watch: FileWatch
    /// The place that is watched.
    var path: FilePath
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Begins to watch what a presenter presents.
  func add(_ presenter: any NSFilePresenter) {
    // Such a presenter compares with the contents that it has read and written.
    guard !(presenter is any SelfWatchingPresenter),
      FileCoordinationConfiguration.standard.watchesItems,
      let url = presenter.presentedItemURL, url.isFileURL,
      let path = FilePath(resolving: url)
    else { return }
    let weakPresenter = WeakPresenter(presenter)
    let watch = Self.watcher.watch(path) { event in
      guard let presenter = weakPresenter.value else { return }
      PresenterNotifier(presenter).tell(event)
    }
    let entry = Entry(presenter: weakPresenter, watch: watch, path: path)
    entries.withLock { entries in
      let gone = entries.filter { $0.value.presenter.value == nil }
      for id in gone.keys { entries[id] = nil }
      entries[ObjectIdentifier(presenter)] = entry
    }
  }

  func remove(_ id: ObjectIdentifier) { _ = entries.withLock { $0.removeValue(forKey: id) } }

  /// Takes an item as it is now for known to a presenter that has changed it, or has been told of the
  /// change.
  func acknowledge(_ id: ObjectIdentifier) {
    guard let entry = entries.withLock({ $0[id] }) else { return }
    // A presenter that moves its item itself presents another place from then on. One that has not been
    // notified of a move yet still presents the old place.
    if let url = entry.presenter.value?.presentedItemURL, let known = FilePath(resolving: url),
      case let path = CoordinationMonitor.shared.presentedPath(known, of: id), path != entry.path
    {
      entries.withLock { $0[id]?.path = path }
      entry.watch.retarget(to: path)
    }
    entry.watch.acknowledge()
  }

  /// Goes on at another place, of which the presenter has been told.
  func retarget(_ id: ObjectIdentifier, to url: URL) {
    guard let entry = entries.withLock({ $0[id] }), let path = FilePath(resolving: url)
    else { return }
    entries.withLock { $0[id]?.path = path }
    entry.watch.retarget(to: path)
  }
}

extension FilePresenters.Concerned {
  /// Takes the item as it is now for known to the presenter, which was told by coordination.
  func acknowledge() {
    if let presenter = presenter.value as? any SelfWatchingPresenter {
      presenter.acknowledgeItem()
    } else {
      PresenterWatches.shared.acknowledge(id)
    }
  }
}

/// Tells a presenter what was found, in the words of `NSFilePresenter`, where it wants to be told.
package struct PresenterNotifier {
  /// How many things in a directory are told of one by one.
  private static let mostSubitems = 256

  private let presenter: UncheckedSendableBox<any NSFilePresenter>

  package init(_ presenter: any NSFilePresenter) {
    self.presenter = UncheckedSendableBox(presenter)
  }

  package func tell(_ event: FileEvent) {
    switch event.kind {
    case .changed(let subitems):
      if subitems.isEmpty || subitems.count > Self.mostSubitems {
        call { $0.presentedItemDidChange() }
      } else {
        tell(subitems, in: event.path)
      }
    case .metadataChanged, .appeared: call { $0.presentedItemDidChange() }
    case .moved(let place):
      let url = URL(of: place)
      call { $0.presentedItemDidMove(to: url) }
    case .deleted, .trashed: call { $0.accommodatePresentedItemDeletion { _ in } }
    case .becamePolled(let reason):
      PollingReport.shared.tell(reason, event.path) {
        FileCoordinationConfiguration.standard.report($0)
      }
    case .noticesLost: break
    }
  }

  private func tell(_ subitems: [FileEvent.Subitem], in directory: FilePath) {
    var hasRemoved = false
    for subitem in subitems {
      switch subitem {
      case .appeared(let path):
        let url = URL(of: directory.pushing(path))
        call { $0.presentedSubitemDidAppear(at: url) }
      case .changed(let path):
        let url = URL(of: directory.pushing(path))
        call { $0.presentedSubitemDidChange(at: url) }
      case .moved(let old, let new):
        let urls = (URL(of: directory.pushing(old)), URL(of: directory.pushing(new)))
        call { $0.presentedSubitem(at: urls.0, didMoveTo: urls.1) }
      case .removed(let path):
        hasRemoved = true
        let url = URL(of: directory.pushing(path))
        call { $0.accommodatePresentedSubitemDeletion(at: url) { _ in } }
      }
    }
    // Letting go of a part is no change for a presenter, and that it is gone is one.
    if hasRemoved { call { $0.presentedItemDidChange() } }
  }

  private func call(_ body: @escaping (any NSFilePresenter) -> Void) {
    let body = UncheckedSendableBox(body)
    presenter.value.presentedItemOperationQueue.addOperation { [presenter] in
      ChangeOriginator.$current.withValue(.unknown) { body.value(presenter.value) }
    }
  }
}
