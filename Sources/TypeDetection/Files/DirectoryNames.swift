internal import Glibc

/// The names of the items in a directory.
package enum DirectoryNames {
  /// A name with what the directory tells of the item.
  package struct Entry: Sendable {
    /// The name.
    package let name: String
    /// The kind of the item; nil when the file system does not keep it with the name.
    package let kind: Kind?
  }

  /// What kind of item a name stands for.
  package enum Kind: Sendable {
    case file, directory, other
  }

  /// Reads the names, in the order in which the file system keeps them.
  ///
  /// - Parameters:
  ///   - path: the path of the directory.
  ///   - limit: after how many names to stop.
  ///   - text: makes text of the bytes of a name, which may be of any encoding or none.
  /// - Returns: nil when the path names no directory, or one that cannot be opened; `errno` says why.
  package static func entries(
    inDirectory path: UnsafePointer<CChar>, limit: Int = .max,
    text: (Slice<UnsafeRawBufferPointer>) -> String = { String(decoding: $0, as: UTF8.self) }
  ) -> [Entry]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var entries: [Entry] = []
    while entries.count < limit, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        text(bytes.prefix { $0 != 0 })
      }
      if name != ".", name != ".." {
        entries.append(Entry(name: name, kind: kind(entry.pointee.d_type)))
      }
    }
    return entries
  }

  /// Reads the names alone; see ``entries(inDirectory:limit:text:)``.
  package static func names(
    inDirectory path: UnsafePointer<CChar>, limit: Int = .max
  ) -> [String]? {
    entries(inDirectory: path, limit: limit)?.map(\.name)
  }

  private static func kind(_ type: UInt8) -> Kind? {
    switch Int(type) {
    case Int(DT_UNKNOWN): nil
    case Int(DT_REG): .file
    case Int(DT_DIR): .directory
    default: .other
    }
  }
}
