package import SystemPackage
package import UTIPlatform

/// The watch on one item, which ends with this value.
package final class FileWatch: Sendable {
  private let watcher: FileWatcher
  let number: WatchEngine.Number

  init(_ watcher: FileWatcher, _ number: WatchEngine.Number) {
    self.watcher = watcher
    self.number = number
  }

  deinit { cancel() }

  /// Ends the watch; an event that is being delivered may still arrive.
  package func cancel() { watcher.end(number) }

  /// The last known path of the item.
  package var path: FilePath? { watcher.path(of: number) }

  /// True if the item existed at the last probe.
  package var isPresent: Bool { watcher.isPresent(number) }

  /// Moves the watch to another path without an event.
  ///
  /// - Parameter path: the path, without symbolic links in its directory.
  /// - Returns: the generation of the state at the path, as ``acknowledge()`` returns it.
  @discardableResult
  package func retarget(to path: FilePath) -> UInt64 { watcher.retarget(number, to: path) }

  /// Marks the present state as known, because the caller has made the change or was notified of
  /// it.
  ///
  /// - Parameter saved: the package that a save has left at the path, whose items are then not read.
  /// - Returns: the generation of the state. The thread of the watcher may still be delivering an
  ///   event of an earlier one.
  @discardableResult
  package func acknowledge(saved: FileIdentity? = nil) -> UInt64 {
    watcher.acknowledge(number, saved: saved)
  }

  /// Ends the notices about items in a package before the caller changes it, until ``acknowledge(saved:)`` or
  /// ``resume()``.
  package func pause() { watcher.pause(number) }

  /// Looks for changes since ``pause()``, unless a state was accepted as known.
  package func resume() { watcher.resume(number) }
}
