internal import CUTISystemCalls
internal import UTIPlatform

/// An open directory, in which items can be looked up without the way there.
package final class ItemDirectory: Sendable {
  let descriptor: Int32
  /// The bytes of a path before the name in the directory.
  let prefixByteCount: Int
  private let prefix: String

  /// nil without a directory or a name, or if the directory cannot be opened.
  package init?(of path: String) {
    guard let slash = path.utf8.lastIndex(of: Self.slash),
      path.utf8.index(after: slash) < path.utf8.endIndex
    else { return nil }
    prefix = String(path[...slash])
    // The system ends a path at a zero byte.
    guard !prefix.utf8.contains(0) else { return nil }
    prefixByteCount = prefix.utf8.count
    descriptor = open(prefix, UTI_O_PATH | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Only the spelling of the path counts.
  package func isDirectory(of path: String) -> Bool {
    var prefix = prefix
    return prefix.withUTF8 { Self.isDirectory($0, of: path) }
  }

  /// Only the spelling of the paths counts.
  package static func isOne(for path: String, _ other: String) -> Bool {
    var path = path
    return path.withUTF8 { path in
      var count = path.count
      while count > 0, path[count - 1] != slash { count -= 1 }
      return count > 0 && isDirectory(UnsafeBufferPointer(rebasing: path[..<count]), of: other)
    }
  }

  private static func isDirectory(
    _ prefix: UnsafeBufferPointer<UInt8>, of path: String
  ) -> Bool {
    var path = path
    return path.withUTF8 { path in
      guard path.count > prefix.count, let start = path.baseAddress,
        let expected = prefix.baseAddress
      else { return false }
      let rest = start + prefix.count
      return memcmp(start, expected, prefix.count) == 0
        && memchr(rest, Int32(slash), path.count - prefix.count) == nil
    }
  }

  private static var slash: UInt8 { UInt8(ascii: "/") }
}
