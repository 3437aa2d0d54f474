internal import UTIPlatform

/// A pattern of items that a walk omits, with the wildcards of glob(7).
///
/// A pattern without a slash is compared with the name of an item at any depth. A pattern with a
/// slash is compared with the path below the start of the walk, and its wildcards match no slash. A
/// final slash limits the pattern to directories.
struct WalkPattern: Sendable {
  private let text: String
  private let isForPaths: Bool
  /// True if the pattern matches directories only.
  let isForDirectories: Bool

  init(_ pattern: String) {
    var text = pattern[...]
    isForDirectories = text.hasSuffix("/")
    if isForDirectories { text.removeLast() }
    isForPaths = text.utf8.contains(UInt8(ascii: "/"))
    if text.hasPrefix("/") { text.removeFirst() }
    self.text = String(text)
  }

  /// Returns true if an item matches.
  ///
  /// - Parameters:
  ///   - name: the name of the item, as ``LosslessText``.
  ///   - path: its path below the start of the walk.
  func matches(name: String, path: String) -> Bool {
    LosslessText.withPlatformString(text) { pattern in
      LosslessText.withPlatformString(isForPaths ? path : name) { item in
        fnmatch(pattern, item, isForPaths ? FNM_PATHNAME : 0) == 0
      }
    }
  }
}
