package import Foundation
package import SystemPackage
package import UTIPlatform

/// The reason why a URL has no usable path.
package enum UnusablePath: Error, Hashable {
  case noFile(URL)
  /// A null byte ends a path and would lead to another item.
  case nullByte(URL)
}

extension FilePath {
  /// Byte for byte; `URL.path` is empty for invalid UTF-8 and continues after a null byte.
  package init(of url: URL) throws(UnusablePath) {
    guard url.isFileURL else { throw .noFile(url) }
    let escaped = url.path(percentEncoded: true)
    guard escaped.utf8.contains(PercentEncoding.sign) else {
      self.init(escaped)
      return
    }
    var bytes = PercentEncoding.decoded(escaped.utf8)
    guard !bytes.contains(0) else { throw .nullByte(url) }
    bytes.append(0)
    self = bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { characters in
      characters.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }

  /// The path has no links, `..` and trailing slash; the item need not exist; nil without a path.
  package init?(resolving url: URL) {
    guard let path = try? FilePath(of: url) else { return nil }
    if let resolved = path.resolved {
      self = resolved
    } else if let name = path.lastComponent, name.kind == .regular,
      let directory = path.removingLastComponent().resolved
    {
      self = directory.appending(name)
    } else if path.text == nil {
      self = path.lexicallyNormalized()
    } else {
      self = FilePath(url.standardizedFileURL.resolvingSymlinksInPath().path)
    }
  }

  /// nil if it is not valid UTF-8.
  package var text: String? { withPlatformString { String(validatingCString: $0) } }
}

extension URL {
  /// Byte for byte.
  package init(of path: FilePath, directoryHint: DirectoryHint = .inferFromPath) {
    if let text = path.text {
      self.init(filePath: text, directoryHint: directoryHint)
      return
    }
    let escaped = path.withPlatformString {
      "file://" + PercentEncoding.encoded(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    self =
      URL(string: escaped + (directoryHint == .isDirectory ? "/" : ""))
      ?? URL(filePath: path.string, directoryHint: directoryHint)
  }

  /// The name for display, with replacement characters for invalid UTF-8.
  package var itemName: String {
    isTextless ? (try? FilePath(of: self))?.lastComponent?.string ?? "" : lastPathComponent
  }

  package var itemExtension: String {
    isTextless ? (try? FilePath(of: self))?.lastComponent?.extension ?? "" : pathExtension
  }

  /// Foundation cannot decode the path, its name and extension.
  private var isTextless: Bool { isFileURL && path(percentEncoded: false).isEmpty }
}

extension FileTime {
  package var date: Date {
    Date(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(nanoseconds) / 1e9)
  }

  /// The beginning of 1970 for a date that is not finite or too distant.
  package init(of date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard let whole = Int64(exactly: seconds) else {
      self.init(seconds: 0, nanoseconds: 0)
      return
    }
    let rest = (date.timeIntervalSince1970 - seconds) * 1e9
    self.init(seconds: whole, nanoseconds: UInt32(min(max(rest, 0), 999_999_999)))
  }
}
