package import UTIDataFormats
import UTIPlatform

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
