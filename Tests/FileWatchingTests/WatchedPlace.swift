import Foundation
import Synchronization
import SystemPackage
import TestSupport

@testable import UTIFileWatching

/// A directory of a test with a watcher that no clock drives, and the reported events.
final class WatchedPlace {
  let directory: TemporaryDirectory
  let watcher = FileWatcher(isDrivenByHand: true)
  private let received = ReceivedEvents()
  private var watches: [FileWatch] = []

  init(_ files: [String: String] = [:]) throws {
    directory = try TemporaryDirectory()
    for (name, text) in files { try write(name, text) }
  }

  func path(_ name: String) -> FilePath { FilePath(directory.path).pushing(FilePath(name)) }

  func write(_ name: String, _ text: String) throws {
    try directory.write(name, Array(text.utf8))
  }

  @discardableResult
  func watch(_ name: String, _ change: (inout WatchingOptions) -> Void = { _ in }) -> FileWatch {
    var options = WatchingOptions()
    change(&options)
    let watch = watcher.watch(path(name), options: options) { [received] in received.add($0) }
    watches.append(watch)
    return watch
  }

  /// Returns the events that were reported until nothing more is due.
  func events(within period: Duration = .seconds(10)) -> [FileEvent.Kind] {
    watcher.settle(within: period)
    return received.take()
  }

  /// Runs a shell script in the directory.
  @discardableResult
  func shell(_ script: String) throws -> Int32 {
    let process = try TestProgram.process("bash", ["-c", script])
    process.currentDirectoryURL = directory.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func rename(_ old: String, _ new: String) throws {
    try FileManager.default.moveItem(atPath: path(old).string, toPath: path(new).string)
  }

  /// Ends all watching.
  func end() { watches = [] }
}

/// Events until they are taken.
final class ReceivedEvents: Sendable {
  private let kinds = Mutex<[FileEvent.Kind]>([])

  func add(_ event: FileEvent) { kinds.withLock { $0.append(event.kind) } }

  func take() -> [FileEvent.Kind] {
    kinds.withLock { kinds in
      defer { kinds = [] }
      return kinds
    }
  }
}
