package import Foundation

/// A file presenter that watches its item itself and knows which contents it has read and written.
package protocol SelfWatchingPresenter: NSFilePresenter {
  /// True if the item differs from the contents last read or written.
  var isBehindItem: Bool { get }

  /// Marks the present state of the item as known, because coordination has notified the presenter
  /// of it.
  func acknowledgeItem()

  /// Marks the present contents at a URL as written by the presenter.
  func noteOwnWrite(at url: URL)
}
