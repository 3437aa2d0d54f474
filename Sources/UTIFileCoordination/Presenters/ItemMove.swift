internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// An item that has moved.
struct ItemMove: Sendable {
  let oldURL: URL
  let newURL: URL
  let source: FilePath
  let destination: FilePath

  /// Notifies the presenters of this process, and makes waiting accesses follow the item.
  func notifyPresenters(except own: ObjectIdentifier?) {
    let concerned = FilePresenters.shared.concerned(with: source, except: own)
    let followers = concerned.filter { $0.relation != .below }.map(\.id)
    FilePresenters.shared.noteMove()
    CoordinationMonitor.shared.withState { $0.move(source, to: destination, notifying: followers) }
    for concerned in concerned {
      if concerned.relation == .item {
        PresenterWatches.shared.retarget(concerned.id, to: newURL)
      }
      concerned.notify { presenter in
        defer {
          if concerned.relation != .below {
            CoordinationMonitor.shared.withState { $0.noteMoved(concerned.id) }
          }
        }
        switch concerned.relation {
        case .item: presenter.presentedItemDidMove(to: newURL)
        case .below: presenter.presentedSubitem(at: oldURL, didMoveTo: newURL)
        case .above:
          // The old path has no symbolic links, so its prefix is the path of the moved item.
          guard let url = presenter.presentedItemURL,
            let moved = FilePath(coordinating: url)?.moved(from: source, to: destination)
          else { return }
          presenter.presentedItemDidMove(to: URL(of: moved))
        }
      }
    }
  }
}
