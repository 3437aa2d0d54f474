public import SystemPackage

/// Making names that a file system takes.
public enum FileName {
  /// The most bytes that a name may have on Linux.
  public static let longest = 255

  /// A name of a base and an extension.
  ///
  /// A name that would be too long is cut in the base, at the end of a character, and never in the
  /// extension.
  ///
  /// - Parameters:
  ///   - base: the name without extension.
  ///   - fileExtension: the extension without its dot; empty for none.
  /// - Returns: the name; nil where the extension alone is too long.
  public static func joined(_ base: String, extension fileExtension: String) -> String? {
    shortened(base, with: fileExtension.isEmpty ? "" : "." + fileExtension)
  }

  private static func shortened(_ base: String, with suffix: String) -> String? {
    var base = base
    while base.utf8.count + suffix.utf8.count > longest {
      guard base.count > 1 else { return nil }
      base.removeLast()
    }
    return base + suffix
  }

  /// The path with a number in its name before the extension: `name 2.rtf` for 2.
  ///
  /// - Parameters:
  ///   - path: the path without the number.
  ///   - number: the number.
  public static func numbered(_ path: FilePath, _ number: Int) -> FilePath {
    guard let name = path.lastComponent else { return path }
    let suffix = " \(number)" + (name.extension.map { "." + $0 } ?? "")
    guard let numbered = shortened(name.stem, with: suffix) else { return path }
    return path.removingLastComponent().appending(numbered)
  }
}
