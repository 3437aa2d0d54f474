import Foundation

/// The file system that a folder is on.
struct FileSystem: CustomStringConvertible {
  let type: String
  let device: String

  /// Looks a folder up in the table of mounts.
  init(of folder: String) throws {
    let path = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
    let table = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
    let mounts = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count > 2 && (path + "/").hasPrefix($0[1] == "/" ? "/" : $0[1] + "/") }
    // A later mount hides an earlier one on the same path.
    let mount = mounts.max { $0[1].count < $1[1].count } ?? ["?", "/", "unknown file system"]
    device = mount[0]
    type = mount[2]
  }

  var description: String { "\(type) on \(device)" }
}
