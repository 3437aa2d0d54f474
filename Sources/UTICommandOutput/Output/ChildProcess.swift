import UTIPlatform

/// A program that receives a text and returns its output.
package enum ChildProcess {
  package enum Failure: Error {
    /// No directory of PATH has an executable file of this name.
    case notFound
    /// The status is not 0, or the program was killed.
    case failed
    /// The program could not be started, or its files could not be created.
    case system(Int32)
  }

  /// Standard error is shared; files instead of pipes, so that neither side waits for the other.
  package static func run(_ arguments: [String], input: [UInt8]) throws(Failure) -> [UInt8] {
    let inputFile = try temporaryFile()
    defer { close(inputFile) }
    let outputFile = try temporaryFile()
    defer { close(outputFile) }
    try write(input, to: inputFile)
    guard lseek(inputFile, 0, SEEK_SET) == 0 else { throw .system(errno) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputFile, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputFile, STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map {
      LosslessText.withPlatformString($0) { strdup($0) }
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
    guard error == 0 else { throw [ENOENT, EACCES].contains(error) ? .notFound : .system(error) }

    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw .system(errno) }
    }
    guard status == 0 else { throw .failed }
    return try contents(of: outputFile)
  }

  /// A file without a name, which is deleted with its descriptor.
  private static func temporaryFile() throws(Failure) -> Int32 {
    let directory = EnvironmentVariables.process.value("TMPDIR")
    let path = "\(directory ?? "/tmp")/uti.\(getpid()).\(UInt32.random(in: 0 ... .max))"
    let descriptor = LosslessText.withPlatformString(path) {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw .system(errno) }
    LosslessText.withPlatformString(path) { _ = unlink($0) }
    return descriptor
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { UTIPlatform.write(file, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw .system(errno) }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  private static func contents(of file: Int32) throws(Failure) -> [UInt8] {
    let size = lseek(file, 0, SEEK_END)
    guard size >= 0 else { throw .system(errno) }
    var result = [UInt8](repeating: 0, count: Int(size))
    var start = 0
    while start < result.count {
      let count = result.withUnsafeMutableBytes { bytes in
        pread(file, bytes.baseAddress?.advanced(by: start), bytes.count - start, off_t(start))
      }
      guard count > 0 else { throw .system(errno) }
      start += count
    }
    return result
  }
}
