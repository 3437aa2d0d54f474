import Foundation
import Synchronization
import SystemPackage
import UTIDocumentStorage
import UTIPlatform

@testable import UTIFileWatching

/// The system's files; the files in one directory do not answer until a test continues them.
final class WaitingFiles: WatchedFiles {
  private let directory: FilePath
  private let system = SystemFiles()
  private let lock = NSCondition()
  private let state = Mutex((isWaiting: false, waiting: 0))

  init(_ directory: FilePath) { self.directory = directory }

  /// The number of questions that wait for an answer.
  var waiting: Int { state.withLock { $0.waiting } }

  func stop() { state.withLock { $0.isWaiting = true } }

  func goOn() {
    lock.lock()
    state.withLock { $0.isWaiting = false }
    lock.broadcast()
    lock.unlock()
  }

  private func wait(_ path: FilePath) {
    guard path.starts(with: directory) else { return }
    lock.lock()
    defer { lock.unlock() }
    state.withLock { $0.waiting += 1 }
    while state.withLock({ $0.isWaiting }) { lock.wait() }
    state.withLock { $0.waiting -= 1 }
  }

  private func wait(_ item: PinnedPath) {
    wait(SystemFileStore.path(of: item.descriptor))
  }

  func stamp(of path: FilePath) throws(Errno) -> FileStatus {
    wait(path)
    return try system.stamp(of: path)
  }

  func names(in directory: FilePath) -> [FilePath.Component] {
    wait(directory)
    return system.names(in: directory)
  }

  func digest(of path: FilePath) -> UInt64? {
    wait(path)
    return system.digest(of: path)
  }

  func hold(_ path: FilePath) -> PinnedPath? {
    wait(path)
    return system.hold(path)
  }

  func stamp(of item: PinnedPath) -> FileStatus? {
    wait(item)
    return system.stamp(of: item)
  }

  func place(of item: PinnedPath) -> FilePath? {
    wait(item)
    return system.place(of: item)
  }

  func fileSystem(of item: PinnedPath) -> FileSystemKind {
    wait(item)
    return system.fileSystem(of: item)
  }

  func restorePath(ofItemAt place: FilePath, from origin: FilePath) -> FilePath? {
    wait(place)
    return system.restorePath(ofItemAt: place, from: origin)
  }

  func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, in queue: NoticeQueue
  ) throws(Errno) -> Int32 {
    wait(directory)
    return try system.watch(directory, kinds, in: queue)
  }
}
