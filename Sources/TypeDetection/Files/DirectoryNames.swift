internal import Glibc

/// The names of the items in a directory.
package enum DirectoryNames {
  /// Reads the names, in the order in which the file system keeps them.
  ///
  /// - Parameters:
  ///   - path: the path of the directory.
  ///   - limit: after how many names to stop.
  ///   - text: makes text of the bytes of a name, which may be of any encoding or none.
  /// - Returns: nil when the path names no directory, or one that cannot be opened; `errno` says why.
  package static func names(
    inDirectory path: UnsafePointer<CChar>, limit: Int = .max,
    text: (Slice<UnsafeRawBufferPointer>) -> String = { String(decoding: $0, as: UTF8.self) }
  ) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        text(bytes.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
