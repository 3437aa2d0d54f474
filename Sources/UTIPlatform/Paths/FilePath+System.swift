package import SystemPackage

extension FilePath {
  /// The result of realpath(3); `errno` has the reason for nil.
  package var resolved: FilePath? {
    withPlatformString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(platformString: resolved)
    }
  }

  /// Used for messages and watches, if the system knows it; a descriptor may be open for its path
  /// only.
  package init(of descriptor: FileDescriptor) {
    let name = FilePath("/proc/self/fd/\(descriptor.rawValue)")
    self = name.withPlatformString { FilePath(destinationOf: $0, in: AT_FDCWD) } ?? name
  }

  /// The descriptor of this process that a path such as `/dev/stdout` or `/dev/fd/3` is, or that a
  /// link leads to.
  package var openDescriptor: FileDescriptor? {
    var path = self
    // The kernel follows as many links.
    for _ in 0..<40 {
      guard let (parent, name) = path.splitAtLastName,
        let folder = parent.orWorkingDirectory.resolved
      else { return nil }
      if folder == FilePath("/proc/\(getpid())/fd")
        || folder == FilePath("/proc/\(getpid())/task/\(getpid())/fd")
      {
        return CInt(name.string).map(FileDescriptor.init)
      }
      guard let target = path.withPlatformString({ FilePath(destinationOf: $0, in: AT_FDCWD) })
      else { return nil }
      path = folder.pushing(target)
    }
    return nil
  }

  /// Calls readlinkat(2), relative to a descriptor or `AT_FDCWD`; `errno` has the reason for nil.
  package init?(destinationOf name: UnsafePointer<CChar>, in directory: Int32) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlinkat(directory, name, &buffer, buffer.count - 1)
    guard length >= 0 else { return nil }
    self.init(platformString: buffer)
  }

  package static var currentDirectory: FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&bytes, bytes.count) != nil else { return nil }
    return FilePath(platformString: bytes)
  }

  package var namesItem: Bool { FileStatus.present(at: self, followsLinks: false) != nil }

  package var leadsToDirectory: Bool { FileStatus.present(at: self)?.kind == .directory }

  package var leadsToFile: Bool { FileStatus.present(at: self)?.kind == .regular }

  /// Drops repeated and final slashes.
  package init(text: String) {
    if LosslessText.hasStrayBytes(text) {
      self.init(platformString: LosslessText.bytes(text).map { CChar(bitPattern: $0) } + [0])
    } else {
      self = text.withCString { FilePath(platformString: $0) }
    }
  }

  package var text: String {
    withPlatformString { LosslessText.text(cString: $0) }
  }

  /// `name` is one or several names with slashes between them.
  package func appending(text name: String) -> FilePath { pushing(FilePath(text: name)) }
}

extension LosslessText {
  package static func text(cString: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString))
    return bytes.withMemoryRebound(to: UInt8.self) { text($0) }
  }

  /// Keeps the spelling, and so the meaning of a final slash, which `FilePath` drops; copies no
  /// UTF-8.
  package static func withPlatformString<Value>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    guard hasStrayBytes(text) else { return text.withCString(body) }
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map(body) } ?? text.withCString(body)
  }
}

extension FilePath.Component {
  /// The bytes of the name, because equal-looking text can be another name for the file system.
  package var bytes: [UInt8] {
    withPlatformString { name in
      var count = 0
      while name[count] != 0 { count += 1 }
      return Array(UnsafeRawBufferPointer(start: name, count: count))
    }
  }

  package func begins(with prefix: String) -> Bool {
    withPlatformString { name in
      prefix.withCString { strncmp(name, $0, prefix.utf8.count) == 0 }
    }
  }
}

extension FilePath {
  /// A save creates dozens of them: the initializer with a collection of names is ten times slower.
  package init(name: Component) { self = name.withPlatformString { FilePath(platformString: $0) } }

  /// Scans the bytes once, while `lastComponent` and `removingLastComponent()` scan all names.
  package var splitAtLastName: (parent: FilePath, name: Component)? {
    withPlatformString { bytes -> (FilePath, Component)? in
      let slash = strrchr(bytes, CInt(UInt8(ascii: "/")))
      let start = slash.map { UnsafePointer($0) - bytes + 1 } ?? 0
      guard let name = Component(platformString: bytes + start) else { return nil }
      let parent = UnsafeBufferPointer(start: bytes, count: start)
      return (FilePath(platformString: Array(parent) + [0]), name)
    }
  }

  /// The folder of a name without a folder is the working directory.
  package var orWorkingDirectory: FilePath { isEmpty ? "." : self }

  /// Compares bytes once, while `starts(with:)` creates the components of both paths.
  package func isWithin(_ directory: FilePath) -> Bool {
    withPlatformString { path in
      directory.withPlatformString { directory in
        let count = strlen(directory)
        guard strncmp(path, directory, count) == 0 else { return false }
        let slash = CChar(UInt8(ascii: "/"))
        return path[count] == 0 || path[count] == slash
          || count > 0 && directory[count - 1] == slash
      }
    }
  }
}

/// The percent-encoding of bytes in URLs.
package enum PercentEncoding {
  package static let sign = UInt8(ascii: "%")

  /// The bytes of a path that need no escape: the characters of RFC 3986, section 3.3.
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)

  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == sign, index + 2 < text.count, let high = digit(text[index + 1]),
        let low = digit(text[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  package static func encoded(_ path: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in path {
      if unreserved.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }
}
