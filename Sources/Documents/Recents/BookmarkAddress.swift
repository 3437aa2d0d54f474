internal import Foundation
internal import FoundationAdditions

/// What a bookmark leads to, in one form for all the ways of writing it.
///
/// Programs escape different characters in the address of one file. No file system is asked: what is
/// no file has none, and what is one may be on a disk that is not there now (rule A8).
enum BookmarkAddress: Hashable, Sendable {
  /// The absolute path of a file, in bytes, without `.`, `..` and a slash at its end.
  case file([UInt8])
  /// Any other address, as it is written.
  case other(String)

  /// - Parameter url: the URL of a document.
  init(_ url: URL) {
    let url = url.absoluteURL
    self =
      url.isFileURL
      ? .file(Self.normalized(PercentEncoding.decoded(url.path(percentEncoded: true).utf8)))
      : .other(url.absoluteString)
  }

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

  /// - Returns: nil for an address that is no URL.
  var url: URL? {
    if case .file(let path) = self, let path = String(validating: path, as: UTF8.self) {
      // The hint keeps Foundation from asking the file system.
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
