import Glibc
import TypeDetection
import TypeGraph
import UniformTypeIdentifiers

/// The items below directories, in byte order of their names.
///
/// A package is one item; a symbolic link is never followed.
struct DirectoryWalk {
  let registry: TypeRegistry

  /// The paths themselves where they are no directories, else all that lies below them.
  func items(below paths: [String]) -> [String] {
    var items: [String] = []
    for path in paths { visit(path, into: &items) }
    return items
  }

  private func visit(_ root: String, into items: inout [String]) {
    // A stack instead of recursion: a tree can be deeper than the stack of a thread.
    var pending = [root]
    while let path = pending.popLast() {
      guard isPlainDirectory(path), let names = Self.names(in: path) else {
        items.append(path)
        continue
      }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      pending += names.sorted(by: >).map { prefix + $0 }
    }
  }

  private func isPlainDirectory(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    guard let verdict = try? registry.identify(path: path),
      let type = registry.type(verdict.type.rawValue),
      let package = registry.type("com.apple.package")
    else { return true }
    return !type.conforms(to: package)
  }

  /// Nil when the directory cannot be read; it is then identified as an item, and that tells why.
  private static func names(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
