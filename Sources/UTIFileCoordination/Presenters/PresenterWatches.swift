internal import Foundation
internal import Synchronization
package import SystemPackage
package import UTIFileWatching
package import UTIFoundationBridge
internal import UTIPlatform

/// The watches that notify presenters other than documents of changes by programs that do not
/// coordinate.
final class PresenterWatches: Sendable {
  static let shared = PresenterWatches()
  /// The watcher for presenters that are added now; tests use a separate one.
  @TaskLocal static var watcher = FileWatcher.shared

  private struct Entry: Sendable {
    let presenter: WeakPresenter
    let watch: FileWatch
    var path: FilePath
    /// The number of coordinated accesses in progress that may change the item.
    var writerCount = 0
    var heldEvents: [FileEvent] = []
    /// The generation of the state that the presenter knows.
    var knownGeneration: UInt64 = 0
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func add(_ presenter: any NSFilePresenter) {
    // A self-watching presenter compares the item with the contents that it has read and written.
    guard !(presenter is any SelfWatchingPresenter),
      FileCoordinationConfiguration.standard.watchesItems,
      let url = presenter.presentedItemURL, url.isFileURL,
      let path = FilePath(resolving: url)
    else { return }
    let weakPresenter = WeakPresenter(presenter)
    let watch = Self.watcher.watch(path) { [self] event in
      guard let presenter = weakPresenter.value, !holds(event, for: ObjectIdentifier(presenter))
      else { return }
      PresenterNotifier(presenter).notify(event)
    }
    let entry = Entry(presenter: weakPresenter, watch: watch, path: path)
    entries.withLock { entries in
      let gone = entries.filter { $0.value.presenter.value == nil }
      for id in gone.keys { entries[id] = nil }
      entries[ObjectIdentifier(presenter)] = entry
    }
  }

  func remove(_ id: ObjectIdentifier) { _ = entries.withLock { $0.removeValue(forKey: id) } }

  /// The presenter has changed the item, or was notified of the change.
  func acknowledge(_ id: ObjectIdentifier) {
    guard let entry = entries.withLock({ $0[id] }) else { return }
    // A presenter that moves its item itself then presents the new path. A presenter without a
    // notification of a move still presents the old path.
    let path = CoordinationMonitor.shared.presentedPath(of: id) {
      entry.presenter.value?.presentedItemURL.flatMap { FilePath(resolving: $0) }
    }
    if let path, path != entry.path {
      entries.withLock { $0[id]?.path = path }
      entry.watch.retarget(to: path)
    }
    note(entry.watch.acknowledge(), of: id)
  }

  private func note(_ generation: UInt64, of id: ObjectIdentifier) {
    entries.withLock { entries in
      guard let known = entries[id]?.knownGeneration else { return }
      entries[id]?.knownGeneration = max(known, generation)
    }
  }

  /// An access can take longer than the watch waits, and coordination notifies the presenter.
  func hold(_ id: ObjectIdentifier) { entries.withLock { $0[id]?.writerCount += 1 } }

  /// `isKnown`: coordination notifies the presenter of the change, so that the events are dropped.
  func release(_ id: ObjectIdentifier, isKnown: Bool) {
    if isKnown { acknowledge(id) }
    let (presenter, events) = entries.withLock { entries in
      guard var entry = entries[id], entry.writerCount > 0 else {
        return (nil as (any NSFilePresenter)?, [] as [FileEvent])
      }
      entry.writerCount -= 1
      let events = isKnown || entry.writerCount > 0 ? [] : entry.heldEvents
      if isKnown || entry.writerCount == 0 { entry.heldEvents = [] }
      entries[id] = entry
      return (entry.presenter.value, events)
    }
    guard let presenter else { return }
    for event in events { PresenterNotifier(presenter).notify(event) }
  }

  /// Drops an event older than the presenter's state; returns whether it is not notified now.
  private func holds(_ event: FileEvent, for id: ObjectIdentifier) -> Bool {
    if case .becamePolled = event.kind { return false }
    return entries.withLock { entries in
      guard let entry = entries[id] else { return false }
      if event.generation < entry.knownGeneration { return true }
      guard entry.writerCount > 0 else { return false }
      entries[id]?.heldEvents.append(event)
      return true
    }
  }

  /// Continues the watch at a new path, of which the presenter was notified.
  func retarget(_ id: ObjectIdentifier, to url: URL) {
    guard let entry = entries.withLock({ $0[id] }), let path = FilePath(resolving: url)
    else { return }
    entries.withLock { $0[id]?.path = path }
    note(entry.watch.retarget(to: path), of: id)
  }
}

extension FilePresenters.Concerned {
  func holdWatch() { PresenterWatches.shared.hold(id) }

  /// `isKnown`: coordination notifies the presenter of the present state.
  func releaseWatch(isKnown: Bool) {
    if let presenter = presenter.value as? any SelfWatchingPresenter {
      if isKnown { presenter.acknowledgeItem() }
    } else {
      PresenterWatches.shared.release(id, isKnown: isKnown)
    }
  }
}

/// Notifies a presenter of watched events by the members of `NSFilePresenter`, on its queue.
package struct PresenterNotifier {
  /// The greatest number of items in a directory that are reported individually.
  private static let mostSubitems = 256

  private let presenter: UncheckedSendableBox<any NSFilePresenter>

  package init(_ presenter: any NSFilePresenter) {
    self.presenter = UncheckedSendableBox(presenter)
  }

  package func notify(_ event: FileEvent) {
    switch event.kind {
    case .changed(let subitems):
      if subitems.isEmpty || subitems.count > Self.mostSubitems {
        call { $0.presentedItemDidChange() }
      } else {
        notify(subitems, in: event.path)
      }
    case .metadataChanged, .appeared: call { $0.presentedItemDidChange() }
    case .moved(let place):
      let url = URL(of: place)
      call { $0.presentedItemDidMove(to: url) }
    case .deleted, .trashed: call { $0.accommodatePresentedItemDeletion { _ in } }
    case .becamePolled(let reason):
      PollingReport.shared.reportOnce(reason, event.path) {
        FileCoordinationConfiguration.standard.report($0)
      }
    case .noticesLost: break
    }
  }

  private func notify(_ subitems: [FileEvent.Subitem], in directory: FilePath) {
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
    // A presenter does not handle the deletion of a child as a change, so the change is reported
    // too.
    if hasRemoved { call { $0.presentedItemDidChange() } }
  }

  private func call(_ body: @escaping (any NSFilePresenter) -> Void) {
    let body = UncheckedSendableBox(body)
    presenter.value.presentedItemOperationQueue.addOperation { [presenter] in
      ChangeOriginator.$current.withValue(.unknown) { body.value(presenter.value) }
    }
  }
}

/// Reports once for each reason that items are polled: the system reports no changes (rule J18).
package final class PollingReport: Sendable {
  package static let shared = PollingReport()

  private let reported = Mutex<Set<PollingReason>>([])

  package func reportOnce(
    _ reason: PollingReason, _ path: FilePath, _ report: (DocumentError) -> Void
  ) {
    guard reported.withLock({ $0.insert(reason).inserted }) else { return }
    let (message, remedy) = Self.words(reason)
    report(
      DocumentError(
        .watchingLimited, .coordinate, url: URL(of: path),
        message: "changes of items such as this one are noticed late: \(message)", remedy: remedy))
  }

  private static func words(_ reason: PollingReason) -> (message: String, remedy: String) {
    switch reason {
    case .network:
      ("the file system is one of other machines", "nothing is lost: saving looks before it writes")
    case .userSpace:
      ("the file system is a program (FUSE)", "nothing is lost: saving looks before it writes")
    case .watchLimit:
      (
        "the user watches as many directories as the system allows",
        "raise fs.inotify.max_user_watches with sysctl"
      )
    case .instanceLimit:
      (
        "the user's programs have as many inotify instances as the system allows",
        "raise fs.inotify.max_user_instances with sysctl"
      )
    case .tooManyDirectories:
      ("it has too many directories in it", "present a directory with fewer in it")
    case .notReadable:
      ("its directory may not be read", "ask for permission to read the directory")
    case .unmounted: ("the volume was taken away", "mount the volume again")
    }
  }
}
