internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFileWatching
internal import UTIFoundationBridge

extension Document {
  /// Another program still has the item open for writing; runs on the queue of file access.
  func awaitLateWriting(at place: FilePath) {
    let document = WeakDocument(self)
    let watch =
      environment.watchesItems
      ? environment.watcher.watch(place) { _ in
        document.document?.fileAccess.perform {
          document.document?.settleLateWriting()
          document.document?.notifyOfVersions()
        }
      } : nil
    lateWriting.begin(place, watch)
    // The program may have closed it before the watch began.
    settleLateWriting()
  }

  /// Releases the items that were closed too (rule L11); runs on the queue of file access.
  func settleLateWriting() {
    for place in lateWriting.places {
      guard let name = place.lastComponent else { continue }
      let path = place.removingLastComponent().removingLastComponent().appending(name)
      let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
      // The compiler of Swift 6.3 fails to catch and throw this error in one function.
      let result = Result { () throws(SafeWritingError) in try writer.recover(at: path) }
      if let report = try? result.get() {
        for kept in report.kept { keepLateWriting(kept, in: path) }
      }
      if !environment.store.exists(URL(of: place)) { lateWriting.end(place) }
    }
  }

  private func keepLateWriting(_ kept: FilePath, in path: FilePath) {
    guard preservesVersions, kept.lastComponent == path.lastComponent,
      let version = try? environment.versions.takeConflict(kept, of: path, type: record.item.type)
    else { return reportKept(kept, at: URL(of: path), .save) }
    record.withValues { $0.gainedVersions.append(version) }
  }

  /// Reports the location of contents that no item has.
  func reportKept(_ kept: FilePath, at url: URL, _ operation: DocumentError.Operation) {
    environment.report(
      DocumentError(
        .contentsRecovered, operation, url: url, unsavedContents: .file(kept),
        message: "a save that crashed, or a program that wrote into the old item after a"
          + " save, left contents without an item: \(kept)",
        remedy: "compare them with the document, and remove them"))
  }
}

/// The old items of a document's saves that other programs have open for writing, until late writes
/// are known.
package final class LateWriting: Sendable {
  private let watches = Mutex<[FilePath: FileWatch?]>([:])

  var places: [FilePath] { watches.withLock { Array($0.keys) } }

  func begin(_ place: FilePath, _ watch: FileWatch?) {
    watches.withLock { $0[place] = .some(watch) }
  }

  func end(_ place: FilePath) {
    // The watch is released outside the lock.
    _ = watches.withLock { $0.removeValue(forKey: place) }
  }

  /// Ends the watches; the next process that opens the item handles the rest.
  func end() {
    _ = watches.withLock { watches in
      defer { watches = [:] }
      return watches
    }
  }
}
