import Foundation
import SystemPackage
import UTIDocumentStorage

/// One of several who are at work on the versions of one item at once.
struct VersionKeeper {
  /// The number of versions that a process adds.
  static let count = 15

  /// The store of the versions.
  let directory: FilePath
  /// The item.
  let path: FilePath
  /// `resolve`, `discard` and `remove` change each version that there is when they start; all others add
  /// some with their name in it.
  let role: String

  func run() throws {
    let versions = VersionStore(directory: directory)
    let found = versions.versions(of: path)
    let go = directory.removingLastComponent().appending("go").string
    while !FileManager.default.fileExists(atPath: go) { usleep(500) }
    switch role {
    case "resolve": for version in found { try versions.markResolved(version, of: path) }
    case "discard": for version in found { try versions.setDiscardable(true, version) }
    case "remove":
      for version in found
      where try String(contentsOfFile: version.path.string, encoding: .utf8) == "old" {
        try versions.remove(version)
      }
    default:
      let contents = directory.removingLastComponent().appending("contents-\(role)")
      for number in 1...Self.count {
        try Data("\(role) \(number)".utf8).write(to: URL(filePath: contents.string))
        _ = try versions.add(
          contentsOf: FileLocation(contents), to: path, VersionNotes(), byMoving: number % 2 == 0)
      }
    }
  }
}
