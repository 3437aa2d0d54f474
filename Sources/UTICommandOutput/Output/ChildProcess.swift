import SystemPackage
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
    defer { try? inputFile.close() }
    let outputFile = try temporaryFile()
    defer { try? outputFile.close() }
    try calling {
      try inputFile.writeAll(input)
      try inputFile.seek(offset: 0, from: .start)
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputFile.rawValue, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputFile.rawValue, STDOUT_FILENO)
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
    return try calling {
      try outputFile.seek(offset: 0, from: .start)
      return try outputFile.readAll(limit: .max)
    }
  }

  /// A file without a name, which is deleted with its descriptor.
  private static func temporaryFile() throws(Failure) -> FileDescriptor {
    let directory = EnvironmentVariables.process.value("TMPDIR") ?? "/tmp"
    let path = FilePath(text: "\(directory)/uti.\(getpid()).\(UInt32.random(in: 0 ... .max))")
    return try calling {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      _ = path.withPlatformString { unlink($0) }
      return file
    }
  }

  private static func calling<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw .system((error as? Errno ?? Errno.ioError).rawValue)
    }
  }
}
