package import DataFormats
import TypeDeclarations
import TypeGraph
import UTIPlatform

/// Paths on command lines and in answers.
///
/// Output shows a stray byte as `\xE9`, in JSON as U+FFFD beside a member with all bytes, and with
/// `--null` as it is.
extension LosslessText {
  /// The members of an answer that name a path; one whose bytes are no text has all of them in
  /// hexadecimal.
  package static func fields(_ path: String) -> [(key: String, value: JSONValue)] {
    fields(path, name: "path")
  }

  /// The same under another name, to which `Bytes` is added for all bytes.
  package static func fields(_ path: String, name: String) -> [(key: String, value: JSONValue)] {
    guard hasStrayBytes(path) else { return [(name, .string(path))] }
    return [(name, .string(path)), (name + "Bytes", .string(Hexadecimal.text(bytes(path))))]
  }

  /// The arguments of the process, their bytes kept.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(UnsafePointer($0)) }
    }
  }

  /// The arguments among the words that a process was started with, its name first, ended by a null
  /// pointer; their bytes are kept.
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
