internal import Foundation
internal import SystemPackage

extension NSFileVersion {
  /// A change of a version.
  package enum Event: Sendable {
    case gained
    case lost
    case resolved
  }

  /// Notifies the presenters in this process of the item and of its parent directories.
  package func notify(_ event: Event) {
    guard let path = FilePath(coordinating: itemURL) else { return }
    let url = itemURL
    for concerned in FilePresenters.shared.concerned(with: path, except: nil) {
      let isItem = concerned.relation == .item
      guard isItem || concerned.relation == .below else { continue }
      concerned.notify { [self] presenter in
        switch (event, isItem) {
        case (.gained, true): presenter.presentedItemDidGain(self)
        case (.lost, true): presenter.presentedItemDidLose(self)
        case (.resolved, true): presenter.presentedItemDidResolveConflict(self)
        case (.gained, false): presenter.presentedSubitem(at: url, didGain: self)
        case (.lost, false): presenter.presentedSubitem(at: url, didLose: self)
        case (.resolved, false): presenter.presentedSubitem(at: url, didResolve: self)
        }
      }
    }
  }
}
