internal import Foundation

extension NSDocument: SelfWatchingPresenter {
  package nonisolated var isBehindItem: Bool { host.isBehindItem }

  package nonisolated func acknowledgeItem() { host.acknowledgeItem() }

  package nonisolated func noteOwnWrite(at url: URL) { host.noteOwnWrite(at: url) }
}
