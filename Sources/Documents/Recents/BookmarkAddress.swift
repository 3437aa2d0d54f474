internal import Foundation

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
      ? .file(Self.normalized(Self.unescaped(url.path(percentEncoded: true).utf8)))
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
    self = .file(Self.normalized(Self.unescaped(bytes[slash...])))
  }

  /// The address as GLib writes it.
  var href: String {
    guard case .file(let path) = self else {
      if case .other(let address) = self { return address }
      return ""
    }
    var text = "file://"
    for byte in path {
      if Self.unreserved.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  /// - Returns: nil for an address that is no URL.
  var url: URL? {
    if case .file(let path) = self, let path = String(validating: path, as: UTF8.self) {
      // The hint keeps Foundation from asking the file system.
      return URL(filePath: path, directoryHint: .notDirectory)
    }
    return URL(string: href)
  }

  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)

  private static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
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
