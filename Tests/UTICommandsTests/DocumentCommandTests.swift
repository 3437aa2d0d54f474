import Foundation
import TestSupport
import Testing

/// `uti document`: which document class opens a file, and why.
@Suite("uti document")
struct DocumentCommandTests {
  private let directory: TemporaryDirectory
  private let program: String

  init() throws {
    directory = try TemporaryDirectory()
    program = directory.path + "/Program"
    try FileManager.default.createDirectory(atPath: program, withIntermediateDirectories: false)
    try Data(Self.propertyList.utf8).write(to: URL(fileURLWithPath: program + "/Info.plist"))
  }

  private static let propertyList = """
    <plist version="1.0"><dict><key>CFBundleDocumentTypes</key><array>
    <dict><key>CFBundleTypeRole</key><string>Editor</string>
      <key>LSHandlerRank</key><string>Owner</string>
      <key>LSItemContentTypes</key><array><string>public.plain-text</string></array>
      <key>NSDocumentClass</key><string>Example.TextDocument</string></dict>
    <dict><key>CFBundleTypeRole</key><string>Viewer</string>
      <key>LSItemContentTypes</key><array><string>public.data</string></array>
      <key>UIDocumentClass</key><string>Example.Viewer</string></dict>
    </array></dict></plist>
    """

  private func run(_ arguments: String...) throws -> CommandRun {
    try Command.run(["document", "--registry", program] + arguments)
  }

  @Test("shows class, role, rank, the reason with its place, and the runners-up")
  func classes() throws {
    let text = try directory.write("a.txt", Array("hello".utf8))
    let image = try directory.write("b.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
    let run = try run("--format", "jsonl", text, image)
    #expect(run.status == 0)
    let objects = try run.objects()
    try #require(objects.count == 2)
    #expect(objects[0]["class"] as? String == "Example.TextDocument")
    #expect(objects[0]["role"] as? String == "Editor")
    #expect(objects[0]["rank"] as? String == "Owner")
    #expect(objects[0]["others"] as? [String] == ["Example.Viewer"])
    let reason = try #require(objects[0]["reason"] as? String)
    #expect(reason.contains("handles public.plain-text itself"))
    #expect(reason.contains(program + "/Info.plist:2"))
    #expect(objects[1]["class"] as? String == "Example.Viewer")
    #expect((objects[1]["reason"] as? String)?.contains("conformances away") == true)
  }

  @Test("shows no control characters of a name")
  func controlCharacters() throws {
    let run = try run(try directory.write("a\u{1B}[31m.txt", Array("hello".utf8)))
    #expect(run.status == 0)
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("prints the same to users in words")
  func words() throws {
    let run = try run(try directory.write("a.txt", Array("hello".utf8)))
    #expect(run.lines.contains("  class   Example.TextDocument"))
    #expect(run.lines.contains { $0.hasPrefix("  other   Example.Viewer: handles public.data") })
  }

  @Test("ends with 1 if no class opens the type, and with 2 for a path without an item")
  func failures() throws {
    let folder = try run(directory.path)
    #expect(folder.status == 1)
    #expect(folder.output.contains("no declared document type handles public.folder"))
    let text = try directory.write("a.txt", Array("hello".utf8))
    let missing = try run("--format", "jsonl", "/nonexistent/x", text)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("/nonexistent/x: cannot look it up"))
    let objects = try missing.objects()
    #expect(objects.map { $0["class"] as? String } == [nil, "Example.TextDocument"])
    #expect(objects.first?["error"] != nil)
    let byName = try run("--by", "name", "--format", "jsonl", "/nonexistent/x.txt")
    #expect(try byName.objects().first?["class"] as? String == "Example.TextDocument")
  }

  @Test("accepts a path that is not UTF-8, and prints all its bytes")
  func strayBytes() throws {
    let script = """
      cd "$1" && printf x >"$(printf 'caf\\351.txt')" &&
        "$0" document --registry "$1/Program" --format jsonl "$(printf 'caf\\351.txt')"
      """
    let output = try Command.shell(script, directory.path)
    let object = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    #expect(object["class"] as? String == "Example.TextDocument")
    #expect(object["pathBytes"] as? String == "636166e92e747874")
  }
}
