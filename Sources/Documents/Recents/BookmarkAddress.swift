internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

/// The target of a bookmark, in one form for all its spellings.
///
/// Programs escape different characters in the address of the same file. The file system is not
/// accessed, because the file may be on a disk that is not mounted (rule A8).
enum BookmarkAddress: Hashable, Sendable {
  /// The absolute path of a file, in bytes, without `.`, `..` and a slash at its end.
  case file([UInt8])
  /// Any other address, as written.
  case other(String)

  /// Creates the address of a URL.
  ///
  /// - Parameter url: the URL of a document.
  init(_ url: URL) {
    let url = url.absoluteURL
    self =
      url.isFileURL
      ? .file(Self.normalized(PercentEncoding.decoded(url.path(percentEncoded: true).utf8)))
      : .other(url.absoluteString)
  }

  /// Creates an address from the text of a bookmark.
  ///
  /// - Parameter href: the address of a bookmark.
  init(href: String) {
    let scheme = "file://"
    let bytes = href.utf8
    guard href.lowercased().hasPrefix(scheme),
      let slash = bytes.dropFirst(scheme.utf8.count).firstIndex(of: UInt8(ascii: "/")),
      ["", "localhost"].contains(String(href[..<slash].dropFirst(scheme.count)).lowercased())
    else {
      self = .other(href)
      return
    }
    self = .file(Self.normalized(PercentEncoding.decoded(bytes[slash...])))
  }

  /// The address as GLib writes it.
  var href: String {
    guard case .file(let path) = self else {
      if case .other(let address) = self { return address }
      return ""
    }
    return "file://" + PercentEncoding.encoded(path)
  }

  /// The URL of the address; nil if it is not a URL.
  var url: URL? {
    if case .file(let path) = self, let path = String(validating: path, as: UTF8.self) {
      // The hint prevents Foundation from accessing the file system.
      return URL(filePath: path, directoryHint: .notDirectory)
    }
    return URL(string: href)
  }

  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    var names: [ArraySlice<UInt8>] = []
    for name in path.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) { _ = names.popLast() } else { names.append(name) }
    }
    return names.isEmpty ? Array("/".utf8) : names.flatMap { Array("/".utf8) + $0 }
  }
}
