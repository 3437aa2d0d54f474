internal import Synchronization
internal import SystemPackage
internal import UTIFileWatching

/// The old items of a document's saves that other programs have open for writing, until late writes
/// are known.
final class LateWriting: Sendable {
  private let watches = Mutex<[FilePath: FileWatch?]>([:])

  /// The locations of such items.
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
