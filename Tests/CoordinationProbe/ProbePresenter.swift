import Foundation
import Synchronization
import UTIFileCoordination

/// Prints a line at once, because the process may be killed at any time.
func say(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// A presenter that prints its requests and notifications, and saves for readers.
final class ProbePresenter: NSFilePresenter, Sendable {
  struct Refusal: Error, CustomStringConvertible {
    let description = "the disk of the presenter is full"
  }

  let presentedItemOperationQueue = OperationQueue()
  private let url: Mutex<URL?>
  private let isSaving: Bool
  private let isRefusing: Bool
  private let isReporting: Bool

  init(_ url: URL, isSaving: Bool = false, isRefusing: Bool = false, isReporting: Bool = true) {
    self.url = Mutex(url)
    self.isSaving = isSaving
    self.isRefusing = isRefusing
    self.isReporting = isReporting
    presentedItemOperationQueue.maxConcurrentOperationCount = 1
    NSFileCoordinator.addFilePresenter(self)
  }

  func resign() { NSFileCoordinator.removeFilePresenter(self) }

  private func report(_ text: String) { if isReporting { say(text) } }

  var presentedItemURL: URL? { url.withLock { $0 } }

  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    report("reader")
    reader { self.report("reader is done") }
  }

  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    report("writer")
    writer { self.report("writer is done") }
  }

  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    report("save")
    guard !isRefusing else { return completionHandler(Refusal()) }
    guard isSaving, let url = presentedItemURL else { return completionHandler(nil) }
    NSFileCoordinator(filePresenter: self).coordinate(writingItemAt: url) { url in
      do {
        try Counter(url: url).add(0)
      } catch {
        say("error \(error)")
      }
    }
    completionHandler(nil)
  }

  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    report("deletion")
    completionHandler(isRefusing ? Refusal() : nil)
  }

  func presentedItemDidMove(to newURL: URL) {
    url.withLock { $0 = newURL }
    report("moved to \(newURL.path(percentEncoded: false))")
  }

  func presentedItemDidChange() { report("changed") }

  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    report("deletion of \(url.lastPathComponent)")
    completionHandler(nil)
  }

  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    report("\(oldURL.lastPathComponent) moved to \(newURL.lastPathComponent)")
  }

  func presentedSubitemDidChange(at url: URL) { report("\(url.lastPathComponent) changed") }
}
