import Foundation
import Synchronization
import SystemPackage

@testable import DocumentStorage
@testable import Documents

/// A clock that stands still until it is moved.
final class VersionClock: Sendable {
  private let seconds: Mutex<Int64>

  init(_ seconds: Int64 = 1_800_000_000) { self.seconds = Mutex(seconds) }

  var now: FileTime { FileTime(seconds: seconds.withLock { $0 }, nanoseconds: 0) }

  func advance(by step: Int64) { seconds.withLock { $0 += step } }
}

extension ScratchDirectory {
  /// A store of versions in the directory.
  func versions(store: any FileStore = SystemFileStore()) -> VersionStore {
    var versions = VersionStore(
      store: store, directory: path.appending("state").appending("versions"))
    versions.trash.home = path.appending("Trash")
    return versions
  }

  func file(_ name: String) -> FilePath { path.pushing(FilePath(name)) }

  func put(_ text: String, at name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name).string))
  }
}

extension VersionStore {
  /// The texts of an item's versions, the newest first.
  func texts(of path: FilePath) throws -> [String] {
    try versions(of: path).map { try $0.text }
  }

  func addText(_ text: String, of path: FilePath, in scratch: ScratchDirectory) throws {
    try scratch.put(text, at: "contents")
    _ = try add(
      contentsOf: FileLocation(scratch.file("contents")), to: path, VersionNotes(),
      byMoving: true)
  }
}

extension ItemVersion {
  var text: String {
    get throws {
      try String(contentsOf: URL(filePath: path.string), encoding: .utf8)
    }
  }
}
