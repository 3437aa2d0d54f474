package import DocumentStorage
package import Foundation
package import SystemPackage
internal import UTIPlatform

/// Why a URL leads to no path.
package enum UnusablePath: Error, Hashable {
  /// The URL is not one of a file.
  case noFile(URL)
  /// The URL has a null byte, at which every path ends: it would lead to another item.
  case nullByte(URL)
}

extension FilePath {
  /// The path of a URL of a file, byte for byte.
  ///
  /// Names on Linux need be no text; `URL.path` is empty where they are none, and goes on behind a
  /// null byte where the functions of the system stop.
  ///
  /// - Throws: ``UnusablePath`` where the URL has no path that could be used.
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

  /// The path of a file URL without links, `..` and a slash at its end.
  ///
  /// An item that does not exist yet lies in a directory that may be reached in several ways.
  ///
  /// - Returns: nil if the URL has no path.
  package init?(resolving url: URL) {
    guard let path = try? FilePath(of: url) else { return nil }
    if let resolved = path.realPath {
      self = resolved
    } else if let name = path.lastComponent, name.kind == .regular,
      let directory = path.removingLastComponent().realPath
    {
      self = directory.appending(name)
    } else if path.text == nil {
      self = path.lexicallyNormalized()
    } else {
      self = FilePath(url.standardizedFileURL.resolvingSymlinksInPath().path)
    }
  }

  /// The path of the item without links; nil if there is no item.
  private var realPath: FilePath? {
    withPlatformString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(platformString: resolved)
    }
  }

  /// The path as text; nil where it is none.
  package var text: String? { withPlatformString { String(validatingCString: $0) } }
}

extension URL {
  /// The URL of a path, byte for byte.
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

  /// The last component for people, who see a sign in the place of bytes that are no text.
  package var itemName: String {
    isTextless ? (try? FilePath(of: self))?.lastComponent?.string ?? "" : lastPathComponent
  }

  /// The extension of the last component.
  package var itemExtension: String {
    isTextless ? (try? FilePath(of: self))?.lastComponent?.extension ?? "" : pathExtension
  }

  /// Where Foundation sees no text, it sees neither a name nor an extension.
  private var isTextless: Bool { isFileURL && path(percentEncoded: false).isEmpty }
}

extension FileStore {
  /// Returns a Boolean value that indicates whether there is an item, even a link without destination.
  package func exists(_ url: URL) -> Bool {
    guard let path = try? FilePath(of: url) else { return false }
    return (try? status(of: FileLocation(path))) != nil
  }
}
