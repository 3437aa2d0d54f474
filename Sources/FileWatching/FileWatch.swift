package import SystemPackage

/// The watching of one item, which ends with this value.
package final class FileWatch: Sendable {
  private let watcher: FileWatcher
  let number: WatchEngine.Number

  init(_ watcher: FileWatcher, _ number: WatchEngine.Number) {
    self.watcher = watcher
    self.number = number
  }

  deinit { cancel() }

  /// Ends the watching; what is being told at this moment may still arrive.
  package func cancel() { watcher.end(number) }

  /// Where the item is, as far as has been found out.
  package var path: FilePath? { watcher.path(of: number) }

  /// Whether there was an item at the place when it was last looked at.
  package var isPresent: Bool { watcher.isPresent(number) }

  /// Watches another place from now on; nothing is told of that.
  ///
  /// - Parameter path: the place, without symbolic links on the way.
  package func retarget(to path: FilePath) { watcher.retarget(number, to: path) }

  /// Takes what is there now for known: whoever watches has done it, or has been told of it.
  package func acknowledge() { watcher.acknowledge(number) }
}
