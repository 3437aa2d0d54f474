internal import FileWatching
internal import Synchronization
internal import SystemPackage

/// The old items of a document's saves that other programs had open for writing, until it is known
/// whether something was written into them.
final class LateWriting: Sendable {
  private let watches = Mutex<[FilePath: FileWatch?]>([:])

  /// Where such items are.
  var places: [FilePath] { watches.withLock { Array($0.keys) } }

  func begin(_ place: FilePath, _ watch: FileWatch?) {
    watches.withLock { $0[place] = .some(watch) }
  }

  func end(_ place: FilePath) {
    // What ends with a watch ends without the lock.
    _ = watches.withLock { $0.removeValue(forKey: place) }
  }

  /// Leaves the rest to whoever opens the item next.
  func end() {
    _ = watches.withLock { watches in
      defer { watches = [:] }
      return watches
    }
  }
}
