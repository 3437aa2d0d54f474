internal import Foundation
import Synchronization
package import SystemPackage
package import TestSupport
package import UTIDocumentStorage

/// A clock that stops until it is moved.
package final class VersionClock: Sendable {
  private let seconds: Mutex<Int64>

  package init(_ seconds: Int64 = 1_800_000_000) { self.seconds = Mutex(seconds) }

  package var now: FileTime { FileTime(seconds: seconds.withLock { $0 }, nanoseconds: 0) }

  package func advance(by step: Int64) { seconds.withLock { $0 += step } }
}

extension ScratchDirectory {
  /// The directory of ``versions(store:)``.
  package var versionsPath: FilePath { path.appending("state").appending("versions") }

  /// A store of versions in the directory.
  package func versions(store: any FileStore = SystemFileStore()) -> VersionStore {
    var versions = VersionStore(store: store, directory: versionsPath)
    versions.trash.home = path.appending("Trash")
    return versions
  }
}

extension VersionStore {
  /// The texts of an item's versions, the newest first.
  package func texts(of path: FilePath) throws -> [String] {
    try versions(of: path).map { try $0.text }
  }

  package func addText(_ text: String, of path: FilePath, in scratch: ScratchDirectory) throws {
    try scratch.put(text, at: "contents")
    _ = try add(
      contentsOf: FileLocation(scratch.file("contents")), to: path, VersionNotes(),
      byMoving: true)
  }
}

extension ItemVersion {
  package var text: String {
    get throws {
      try String(contentsOf: URL(filePath: path.string), encoding: .utf8)
    }
  }
}
