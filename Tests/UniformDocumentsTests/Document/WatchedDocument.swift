import Foundation
import Synchronization
import SystemPackage
import TestSupport
import UTIFileWatching

@testable import UniformDocumentCore
@testable import UniformDocuments

/// A directory with documents that notice what programs do, by a watcher that no clock drives.
@MainActor final class WatchedDocuments {
  let scratch: ScratchDirectory
  let watcher = FileWatcher(isDrivenByHand: true)

  init(_ files: [String: String]) throws { scratch = try ScratchDirectory(files) }

  func make(_ name: String) -> PresentingDocument {
    let document = PresentingDocument(fileURL: scratch.url(name))
    document.environment = .quiet
    document.environment.watchesItems = true
    document.environment.watcher = watcher
    return document
  }

  func open(_ name: String) async throws -> PresentingDocument {
    let document = make(name)
    try await document.openContents()
    await settle(document)
    document.trace.forget()
    return document
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: scratch.url(name))
  }

  func rename(_ old: String, _ new: String) throws {
    try FileManager.default.moveItem(at: scratch.url(old), to: scratch.url(new))
  }

  /// Lets time pass until nothing is due, and everything that follows from it has happened.
  func settle(_ documents: Document...) async {
    for _ in 0..<4 {
      watcher.settle()
      for document in documents { await finish(document) }
    }
  }

  /// Lets what has begun come to its end, and no time pass.
  func finish(_ document: Document) async {
    let queue = document.presentedItemOperationQueue
    await access(document)
    // The queue is serial, so that a plain operation is the last one. A barrier may get lost: the
    // operation that ends and the thread that adds the barrier can each miss the change of the other.
    await withCheckedContinuation { continuation in
      queue.addOperation { continuation.resume() }
    }
    await access(document)
    // What runs on the main queue then, such as reverting.
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      await access(document)
    }
  }

  private func access(_ document: Document) async {
    await withCheckedContinuation { continuation in
      document.fileAccess.perform { continuation.resume() }
    }
  }
}

/// A document that records the notifications about its item.
final class PresentingDocument: TracingDocument {
  override func presentedItemDidChange() {
    trace.add("changed")
    super.presentedItemDidChange()
  }

  override func presentedItemDidMove(to newURL: URL) {
    trace.add("moved \(newURL.lastPathComponent)")
    super.presentedItemDidMove(to: newURL)
  }

  override func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    trace.add("deleted")
    super.accommodatePresentedItemDeletion(completionHandler: completionHandler)
  }

  override func presentedSubitemDidChange(at url: URL) {
    trace.add("subitem \(url.lastPathComponent)")
    super.presentedSubitemDidChange(at: url)
  }

  /// The notifications, without the records of reading and saving.
  var received: [String] {
    trace.names.filter {
      $0 == "changed" || $0.hasPrefix("moved") || $0 == "deleted" || $0.hasPrefix("subitem")
    }
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    if let wrapper = contents as? FileWrapper {
      trace.add("load package")
      text = String(
        decoding: wrapper.fileWrappers?["TXT.rtf"]?.regularFileContents ?? Data(), as: UTF8.self)
      return
    }
    try super.load(fromContents: contents, ofType: typeName)
  }
}
