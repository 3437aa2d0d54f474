import Glibc
import SystemPackage
import TypeGraph

/// Paths as text that can hold any bytes.
///
/// A file name on Linux is a sequence of bytes, and one in a thousand old ones is no UTF-8. Inside
/// the commands such a stray byte `E9` is the character U+10FFE9 of a private plane, so that a path
/// is a `String` from the command line to the output and no byte of it is lost. A name that really
/// holds such a character has its four bytes kept in the same way.
///
/// Output shows a stray byte as `\xE9`, in JSON as U+FFFD beside a member with all bytes, and with
/// `--null` as it is.
enum PathText {
  /// The text of bytes.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasStrayBytes(text) { return text }
    var result = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      if let scalar = firstScalar(of: rest), !isStray(scalar) {
        result.append(scalar)
        rest = rest.dropFirst(String(scalar).utf8.count)
      } else {
        result.append(Unicode.Scalar(strayPlane + UInt32(first)) ?? "\u{FFFD}")
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }

  /// The bytes of a text.
  static func bytes(_ text: String) -> [UInt8] {
    guard hasStrayBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      strayByte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The path that a text stands for.
  static func path(_ text: String) -> FilePath {
    FilePath(platformString: bytes(text).map { CChar(bitPattern: $0) } + [0])
  }

  /// Calls `body` with the path that a text stands for, as the system takes it.
  static func withPath<Value>(_ text: String, _ body: (UnsafePointer<CChar>) -> Value) -> Value {
    hasStrayBytes(text) ? path(text).withPlatformString(body) : text.withCString(body)
  }

  /// Whether a text stands for bytes that are no UTF-8.
  static func hasStrayBytes(_ text: String) -> Bool {
    var text = text
    // Every path is asked about, and a search by the library of C takes a tenth of one in Swift.
    let hasLead = text.withUTF8 { bytes in
      bytes.baseAddress.map { memchr($0, Int32(strayLead), bytes.count) != nil } ?? false
    }
    return hasLead && text.unicodeScalars.contains(where: isStray)
  }

  /// The lead byte of the highest planes; names in use have none.
  static let strayLead: UInt8 = 0xF4

  /// The stray byte that a character stands for.
  static func strayByte(_ scalar: Unicode.Scalar) -> UInt8? {
    isStray(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The stray byte that a character stands for, for people: `\xE9`.
  static func escape(_ scalar: Unicode.Scalar) -> String? {
    strayByte(scalar).map { "\\x" + Hexadecimal.text([$0]).uppercased() }
  }

  /// The members of an answer that name a path; one whose bytes are no text has all of them in
  /// hexadecimal.
  static func fields(_ path: String) -> [(key: String, value: JSONValue)] {
    guard hasStrayBytes(path) else { return [("path", .string(path))] }
    return [("path", .string(path)), ("pathBytes", .string(Hexadecimal.text(bytes(path))))]
  }

  /// The arguments of the process, their bytes kept.
  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(UnsafePointer($0)) }
    }
  }

  /// The arguments among the words that a process was started with, its name first, ended by a null
  /// pointer; their bytes are kept.
  static func arguments(_ words: UnsafePointer<UnsafePointer<CChar>?>) -> [String] {
    var arguments: [String] = []
    guard words.pointee != nil else { return arguments }
    var next = words + 1
    while let word = next.pointee {
      arguments.append(text(word))
      next += 1
    }
    return arguments
  }

  private static let strayPlane: UInt32 = 0x10FF00

  private static func isStray(_ scalar: Unicode.Scalar) -> Bool {
    (strayPlane + 0x80...strayPlane + 0xFF).contains(scalar.value)
  }

  private static func text(_ pointer: UnsafePointer<CChar>) -> String {
    var count = 0
    while pointer[count] != 0 { count += 1 }
    return text(UnsafeRawBufferPointer(start: pointer, count: count))
  }

  private static func firstScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
