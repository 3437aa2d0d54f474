import UTIPlatform

/// Whole files, read and written without Foundation, which would slow the start of this program.
enum Files {
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(path) }
    let size = Int(status.st_size)
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let step = UTIPlatform.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        guard step > 0 else { throw FileError(path) }
        count += step
      }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let step = bytes.withUnsafeBytes {
        UTIPlatform.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      guard step > 0 else { throw FileError(path) }
      written += step
    }
  }

  struct FileError: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ errorNumber: Int32 = errno, remedy: String = "") {
      let reason = String(cString: strerror(errorNumber))
      description = "\(path): \(reason)" + (remedy.isEmpty ? "" : "; \(remedy)")
    }
  }
}
