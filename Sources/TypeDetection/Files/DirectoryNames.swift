internal import Glibc

/// The names of the items in a directory.
package enum DirectoryNames {
  /// Reads the names, in the order in which the file system keeps them.
  ///
  /// - Parameters:
  ///   - path: the path of the directory.
  ///   - limit: after how many names to stop.
  /// - Returns: nil when the path names no directory, or one that cannot be opened.
  package static func names(inDirectory path: String, limit: Int = .max) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
