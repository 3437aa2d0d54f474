import SystemPackage
package import UTIDataFormats
import UTIPlatform

/// File URLs (RFC 8089) in place of paths, as file managers and browsers copy them.
package enum FileURL {
  /// The reason why a URL names no file of this computer.
  package struct Failure: Error {
    package let reason: String
  }

  /// nil when the text is not a file URL; a file with such a name is `./file:...`.
  package static func path(_ text: String) -> Result<String, Failure>? {
    // Schemes are case-insensitive (RFC 3986, section 3.1).
    guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "f"), text.utf8.count > 5,
      text.prefix(6).lowercased() == "file:/"
    else { return nil }
    var rest = text.utf8.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      guard host.isEmpty || host.lowercased() == "localhost" || host == hostName else {
        return .failure(Failure(reason: "a file of \(host), and only this machine's can be read"))
      }
      rest = rest.dropFirst(host.utf8.count)
    }
    rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let bytes = decoded(Array(rest)), !bytes.isEmpty, !bytes.contains(0) else {
      return .failure(
        Failure(reason: "not a URL of a file; each % is followed by two hexadecimal digits"))
    }
    return .success(LosslessText.text(bytes))
  }

  /// The path up to the last `..` is resolved, since programs remove `..` with a link before it.
  ///
  /// A relative path is in the working directory; nil if this has been removed.
  package static func text(_ path: String) -> String? {
    absolutePath(path).map { "file://" + PercentEncoding.encoded(LosslessText.bytes($0)) }
  }

  /// As in the URL.
  package static func absolutePath(_ path: String) -> String? {
    var path = FilePath(text: path)
    if path.isRelative {
      guard let directory = FilePath.currentDirectory else { return nil }
      path = directory.pushing(path)
    }
    if let last = path.components.lastIndex(where: { $0.kind == .parentDirectory }) {
      let parent = FilePath(root: path.root, path.components[...last])
      let rest = path.components[path.components.index(after: last)...]
      if let resolved = parent.resolved { path = resolved.appending(rest) }
    }
    return path.lexicallyNormalized().text
  }

  /// nil for an invalid percent sign.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      else { return nil }
      result.append(UInt8(high << 4 | low))
      index += 3
    }
    return result
  }

  private static var hostName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: &name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// Output shows a stray byte as `\xE9`, in JSON as U+FFFD and all bytes, with `--null` as it is.
extension LosslessText {
  /// A path that is not text has a member with all bytes in hexadecimal.
  package static func fields(_ path: String) -> [(key: String, value: JSONValue)] {
    fields(path, name: "path")
  }

  /// The member with all bytes appends `Bytes` to the name.
  package static func fields(_ path: String, name: String) -> [(key: String, value: JSONValue)] {
    guard hasStrayBytes(path) else { return [(name, .string(path))] }
    return [(name, .string(path)), (name + "Bytes", .string(Hexadecimal.text(bytes(path))))]
  }

  /// The arguments of the process, without loss of bytes.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(UnsafePointer($0)) }
    }
  }

  /// The first word, the program's name, is omitted; a null pointer ends the words.
  package static func arguments(_ words: UnsafePointer<UnsafePointer<CChar>?>) -> [String] {
    var arguments: [String] = []
    guard words.pointee != nil else { return arguments }
    var next = words + 1
    while let word = next.pointee {
      arguments.append(text(word))
      next += 1
    }
    return arguments
  }

  private static func text(_ pointer: UnsafePointer<CChar>) -> String {
    var count = 0
    while pointer[count] != 0 { count += 1 }
    return text(UnsafeRawBufferPointer(start: pointer, count: count))
  }
}

extension String {
  /// Empty for a path with a slash at the end.
  package var lastPathComponent: Substring {
    self[(lastIndex(of: "/").map { index(after: $0) } ?? startIndex)...]
  }
}
