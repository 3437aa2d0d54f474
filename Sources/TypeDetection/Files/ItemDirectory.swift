internal import CSystemCalls
internal import Glibc

/// An open directory, in which items can be looked up without the way there.
package final class ItemDirectory: Sendable {
  let descriptor: Int32
  /// The bytes of a path before the name in the directory.
  let prefixByteCount: Int
  /// These bytes.
  private let prefix: String

  /// Opens the directory of an item.
  ///
  /// Nil when a path has no directory or no name, or the directory cannot be opened.
  package init?(of path: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      path.utf8.index(after: slash) < path.utf8.endIndex
    else { return nil }
    prefix = String(path[...slash])
    // A path ends for the system where a byte is zero.
    guard !prefix.utf8.contains(0) else { return nil }
    prefixByteCount = prefix.utf8.count
    descriptor = open(prefix, UTI_O_PATH | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether a path is spelled as that of an item in this directory.
  package func isDirectory(of path: String) -> Bool { Self.isDirectory(prefix, of: path) }

  /// Whether two paths are spelled as those of items of one directory.
  package static func isOne(for path: String, _ other: String) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return isDirectory(String(path[...slash]), of: other)
  }

  private static func isDirectory(_ prefix: String, of path: String) -> Bool {
    var (prefix, path) = (prefix, path)
    return path.withUTF8 { path in
      prefix.withUTF8 { prefix in
        guard path.count > prefix.count, let start = path.baseAddress,
          let expected = prefix.baseAddress
        else { return false }
        return memcmp(start, expected, prefix.count) == 0
          && memchr(start + prefix.count, Int32(UInt8(ascii: "/")), path.count - prefix.count)
            == nil
      }
    }
  }
}
