import Foundation
import TestSupport
import Testing

@Suite("Files that commands write next to the named one")
struct FilesBesideTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("sources/source.plist", Array(Self.declarations.utf8))
    try directory.write("data/other", Array("other\n".utf8))
  }

  private static let declarations = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
    <key>UTTypeIdentifier</key><string>com.example.Thing</string>
    <key>UTTypeDescription</key><string>thing</string>
    <key>UTTypeConformsTo</key><array><string>public.data</string></array>
    <key>UTTypeTagSpecification</key><dict>
    <key>public.filename-extension</key><array><string>.thing</string></array></dict>
    </dict></array></dict></plist>

    """

  enum Writer: CaseIterable {
    case convert, export, compile, fix

    func arguments(_ source: String, _ output: String) -> [String] {
      switch self {
      case .convert: ["convert", source, "--to", "xml", "--output", output]
      case .export: ["export", "--registry", source, "com.example.thing", "--output", output]
      case .compile:
        ["compile", (source as NSString).deletingLastPathComponent, "--output", output]
      case .fix: ["lint", "--fix", output]
      }
    }
  }

  private var output: String { directory.path + "/data/out" }

  private func run(_ writer: Writer, _ output: String) throws -> CommandRun {
    try Command.run(writer.arguments(directory.path + "/sources/source.plist", output))
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory.path + "/data").sorted()
    }
  }

  @Test("Only the named file is left, and others keep their bytes", arguments: Writer.allCases)
  func onlyTheNamedFile(_ writer: Writer) throws {
    if writer == .fix { try directory.write("data/out", Array(Self.declarations.utf8)) }
    let run = try run(writer, output)
    #expect(run.status == 0 || writer == .fix, "\(run.errors)")
    #expect(try names == ["other", "out"])
    let other = URL(filePath: directory.path + "/data/other")
    #expect(try Data(contentsOf: other) == Data("other\n".utf8))
    #expect(try Data(contentsOf: URL(filePath: output)) != Data(Self.declarations.utf8))
  }

  @Test("A link is followed and stays, and its target is replaced", arguments: Writer.allCases)
  func link(_ writer: Writer) throws {
    try directory.write("data/target", Array(Self.declarations.utf8))
    try FileManager.default.createSymbolicLink(atPath: output, withDestinationPath: "target")
    _ = try run(writer, output)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output) == "target")
    #expect(
      try Data(contentsOf: URL(filePath: directory.path + "/data/target"))
        != Data(Self.declarations.utf8))
    #expect(try names == ["other", "out", "target"])
  }

  @Test("A folder is refused", arguments: [Writer.convert, .export, .compile])
  func folder(_ writer: Writer) throws {
    try directory.write("data/out/inside", Array("kept\n".utf8))
    let run = try run(writer, output)
    #expect(run.status != 0)
    #expect(run.errors.contains("out: "))
    #expect(try names == ["other", "out"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["inside"])
  }

  @Test("A full disk leaves the old file and nothing else", .requires(.mounting))
  func fullDisk() throws {
    let place = directory.path + "/disk"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try #require(TestProgram.succeeds(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", place]))
    defer { _ = TestProgram.succeeds(["umount", place]) }
    try Data("old\n".utf8).write(to: URL(filePath: place + "/out"))
    try Data(repeating: 1, count: 4096).write(to: URL(filePath: place + "/full"))
    for writer in [Writer.convert, .export, .compile] {
      let run = try run(writer, place + "/out")
      #expect(run.status == 74, "\(run.errors)")
      #expect(try Data(contentsOf: URL(filePath: place + "/out")) == Data("old\n".utf8))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["full", "out"])
    }
  }
}
