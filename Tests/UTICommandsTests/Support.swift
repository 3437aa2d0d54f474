import Foundation
import TestSupport
import Testing

/// The command as its users run it: a process with arguments, an environment and streams.
struct CommandRun: Sendable {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The objects of JSON lines.
  func objects() throws -> [[String: Any]] {
    try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }
}

enum Command {
  static var executable: URL {
    Bundle.module.bundleURL.deletingLastPathComponent().appendingPathComponent("uti")
  }

  static func fixture(_ name: String) -> String {
    (Bundle.module.resourcePath ?? "") + "/Fixtures/" + name
  }

  /// The property list of a type of notes.
  static func note(filenameExtension: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example</string>
      <key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>com.example.note</string>
      <key>UTTypeDescription</key><string>Note</string>
      <key>UTTypeConformsTo</key><array><string>public.text</string></array>
      <key>UTTypeTagSpecification</key><dict>
        <key>public.filename-extension</key><array><string>\(filenameExtension)</string></array></dict>
    </dict></array></dict></plist>
    """
  }

  /// An environment in which nothing is installed and nothing is cached.
  static let bare = ["XDG_DATA_DIRS": "/nonexistent", "PATH": MachineProgram.searchPath]

  static func run(
    _ arguments: [String], environment: [String: String] = bare, input: Data = Data(),
    inputPath: String? = nil
  ) throws -> CommandRun {
    let process = try TestProgram.process(executable.path, arguments, environment: environment)
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    // Files instead of pipes: no amount of output can make the process wait for us.
    func stream(_ name: String, _ content: Data = Data()) throws -> FileHandle {
      let url = directory.url.appendingPathComponent(name)
      try content.write(to: url)
      return try FileHandle(forUpdating: url)
    }
    process.standardInput =
      try inputPath.map { try FileHandle(forReadingFrom: URL(filePath: $0)) }
      ?? stream("input", input)
    process.standardOutput = try stream("output")
    process.standardError = try stream("errors")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      let data = try Data(contentsOf: directory.url.appendingPathComponent(name))
      return String(decoding: data, as: UTF8.self)
    }
    return CommandRun(
      status: process.terminationStatus, output: try text("output"), errors: try text("errors"))
  }

  /// The output of a shell script; `$0` is the command, and `$1` the first argument.
  ///
  /// Only a shell can pass arguments in another encoding than UTF-8: the arguments of `Process` are
  /// strings.
  static func shell(_ script: String, _ arguments: String...) throws -> Data {
    try TestProgram.read(
      ["bash", "-c", script, executable.path] + arguments, environment: bare
    ).bytes
  }
}
