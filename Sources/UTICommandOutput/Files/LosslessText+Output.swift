package import UTIDataFormats
import UTIPlatform

/// Conversion of paths on command lines and in results.
///
/// Output shows a stray byte as `\xE9`, in JSON as U+FFFD together with a member with all bytes,
/// and unchanged with `--null`.
extension LosslessText {
  /// Returns the members of a result that name a path; for a path that is not text, one of them has
  /// all bytes in hexadecimal.
  package static func fields(_ path: String) -> [(key: String, value: JSONValue)] {
    fields(path, name: "path")
  }

  /// Returns the members under another name; the member with all bytes appends `Bytes` to it.
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

  /// Returns the arguments in the words that a process was started with, without loss of bytes; the
  /// first word is the program's name, and a null pointer ends the words.
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
  /// The text after the last slash; empty for a path with a slash at the end.
  package var lastPathComponent: Substring {
    self[(lastIndex(of: "/").map { index(after: $0) } ?? startIndex)...]
  }
}
