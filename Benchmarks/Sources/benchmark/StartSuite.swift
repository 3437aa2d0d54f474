import Measure
import UTIPlatform
import Workloads

/// A process from its start to its end, as in a shell script.
struct StartSuite: Suite {
  func run(_ options: Options, into report: inout Report) throws {
    guard let command = options.command else { return }
    mkdir(options.folder, 0o700)
    var content = SyntheticContent(seed: 5)
    let inputs: [(String, String, SyntheticContent.Family)] = [
      ("start-png", "one.png", .image), ("start-script", "script", .script),
    ]
    for (name, file, family) in inputs {
      let path = options.folder + "/" + file
      try Files.write(content.bytes(family, size: 4_096), to: path)
      try measure(options, into: &report, name) { name in
        let passes = 10
        return Comparison(
          name, over: "the command true", count: passes,
          floor: { for _ in 0..<passes { try Self.spawn(["true"]) } },
          work: { for _ in 0..<passes { try Self.spawn([command, "identify", path]) } })
      }
    }
  }

  /// Runs a program to its end without input, and discards its output.
  static func spawn(_ words: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // It does not set errno.
    let errorNumber = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
    guard errorNumber == 0 else { throw Files.FileError(words[0], errorNumber) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(command: words.joined(separator: " "), status: status) }
  }

  /// A command that failed.
  struct Failure: Error, CustomStringConvertible {
    let command: String
    let status: Int32

    var description: String {
      "\(command): failed with status \(status >> 8 & 0xFF) and signal \(status & 0x7F)"
    }
  }
}
