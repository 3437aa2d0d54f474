package import SystemPackage

/// Functions that make valid file names.
package enum FileName {
  /// The greatest number of bytes of a name on Linux.
  package static let longest = 255

  /// Returns a name of a base and an extension.
  ///
  /// A name that would be too long is truncated in the base, at the end of a character, and never
  /// in the extension.
  ///
  /// - Parameters:
  ///   - base: the name without extension.
  ///   - fileExtension: the extension without its dot; empty for none.
  /// - Returns: the name; nil if the extension alone is too long.
  package static func joined(_ base: String, extension fileExtension: String) -> String? {
    shortened(base, with: fileExtension.isEmpty ? "" : "." + fileExtension)
  }

  /// Ends at the end of a character; nil if nothing would be left.
  package static func shortened(_ base: String, with suffix: String = "") -> String? {
    var base = base
    while base.utf8.count + suffix.utf8.count > longest {
      guard base.count > 1 else { return nil }
      base.removeLast()
    }
    return base + suffix
  }

  /// Returns the path with a number in its name before the extension: `name 2.rtf` for 2.
  ///
  /// - Parameters:
  ///   - path: the path without the number.
  ///   - number: the number.
  package static func numbered(_ path: FilePath, _ number: Int) -> FilePath {
    guard let name = path.lastComponent else { return path }
    return path.removingLastComponent().appending(numbered(name.string, number))
  }

  package static func numbered(_ name: String, _ number: Int) -> String {
    let component = FilePath.Component(name)
    let suffix = " \(number)" + (component?.extension.map { "." + $0 } ?? "")
    return shortened(component?.stem ?? name, with: suffix) ?? "\(name) \(number)"
  }
}
