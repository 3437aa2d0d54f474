import Foundation
import TestSupport
import Testing

@Suite("Files that commands write")
struct OutputFileTests {
  private static let declaration = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
    <key>UTTypeIdentifier</key><string>org.example.plan</string>
    <key>UTTypeConformsTo</key><string>public.data</string></dict></array></dict></plist>
    """

  @Test(
    "A link is followed, also a dangling one, and the permissions of a file are kept",
    arguments: [true, false])
  func links(isThere: Bool) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let list = try directory.write("a.plist", Array(Self.declaration.utf8))
    let target = directory.path + "/target"
    if isThere {
      try directory.write("target", [])
      #expect(chmod(target, 0o600) == 0)
    }
    let link = directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
    #expect(try Command.run(["convert", "--to", "xml", "--output", link, list]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    var status = stat()
    #expect(stat(target, &status) == 0)
    #expect(status.st_size > 0)
    if isThere { #expect(status.st_mode & 0o777 == 0o600) }
  }

  @Test("A pipe is written to, and not replaced")
  func pipe() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("a.plist", Array(Self.declaration.utf8))
    let script = """
      cd "$1" && mkfifo pipe && (cat pipe >copy & "$0" convert --to xml --output pipe a.plist; wait)
      [[ -p pipe ]] && head -c 5 copy
      """
    let output = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(output == "<?xml")
  }

  @Test("A compiled image is not overwritten, and declarations of the base cause no findings")
  func compile() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let list = try directory.write("declarations/a.plist", Array(Self.declaration.utf8))
    let folder = directory.path + "/declarations"
    let over = try Command.run(["compile", "--output", list, folder])
    #expect(over.status == 64)
    #expect(try String(contentsOfFile: list, encoding: .utf8) == Self.declaration)
    let image = directory.path + "/image"
    let run = try Command.run(["compile", "--output", image, folder])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
    let alone = try Command.run(["compile", "--base", "--output", image, folder])
    #expect(alone.errors.contains("unknown-parent"))
  }
}
