import Foundation
import TestSupport
import Testing

@Suite("uti export")
struct ExportCommandTests {
  private let registry = Command.fixture("registry")

  @Test("writes the given types, and their supertypes that packages do not have")
  func named() throws {
    let run = try Command.run(["export", "--registry", registry, "org.example.format"])
    #expect(run.status == 0)
    #expect(run.output.contains("<mime-type type=\"application/x-org.example.format\">"))
    #expect(run.output.contains("<glob pattern=\"*.exmpl\"/>"))
    #expect(run.output.contains("<comment>Example document</comment>"))
    #expect(run.output.contains("<mime-type type=\"application/octet-stream\">"))
    #expect(run.output.components(separatedBy: "<mime-type ").count == 3)
    let unknown = try Command.run(["export", "--registry", registry, ".surely-not-declared"])
    #expect(unknown.status == 66)
  }

  @Test("writes every type that files can be recognised as, the same bytes each time")
  func all() throws {
    let first = try Command.run(["export", "--registry", registry])
    let second = try Command.run(["export", "--registry", registry])
    #expect(first.status == 0)
    #expect(first.output == second.output)
    #expect(first.output.contains("identifier=\"org.example.format\""))
    #expect(first.output.contains("identifier=\"public.png\""))
    // Abstract types and directories are nothing that a desktop could find.
    #expect(!first.output.contains("identifier=\"public.item\""))
    #expect(!first.output.contains("identifier=\"com.apple.bundle\""))
  }

  @Test("omits the types of the machine's packages, and yields its patterns to theirs")
  func known() throws {
    try withTemporaryDirectory { directory in
      let packages = directory.appendingPathComponent("mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      try """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="image/png"><glob pattern="*.png"/></mime-type>
        <mime-type type="application/x-other"><glob pattern="*.gif"/><glob pattern="*.exmpl"/></mime-type>
      </mime-info>
      """.write(
        to: packages.appendingPathComponent("a.xml"), atomically: true, encoding: .utf8)
      var environment = Command.bare
      environment["XDG_DATA_DIRS"] = directory.path
      let run = try Command.run(["export", "--registry", registry], environment: environment)
      #expect(!run.output.contains("identifier=\"public.png\""))
      #expect(!run.output.contains("\"*.gif\""))
      // What the user declares does not yield.
      #expect(run.output.contains("<glob pattern=\"*.exmpl\"/>"))
      let named = try Command.run(["export", "public.png"], environment: environment)
      #expect(named.status == 0)
      #expect(named.errors.contains("already has it"))
      let wanted = try Command.run(["export", "com.compuserve.gif"], environment: environment)
      #expect(wanted.output.contains("<glob pattern=\"*.gif\" weight=\"1\"/>"))
    }
  }

  @Test("once installed changes no result: every extension keeps its type")
  func installed() throws {
    try withTemporaryDirectory { directory in
      let packages = directory.appendingPathComponent("mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      let package = try Command.run(["export"]).output
      let extensions = Set(
        package.components(separatedBy: "<glob pattern=\"*.").dropFirst()
          .map { String($0.prefix { $0 != "\"" }) }
      ).filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
      #expect(extensions.count > 1242)
      let files = directory.appendingPathComponent("files")
      try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
      let paths = extensions.sorted().map { files.appendingPathComponent("a.\($0)").path }
      for path in paths { #expect(FileManager.default.createFile(atPath: path, contents: nil)) }
      let question = ["identify", "--files-from", "-", "--print", "{path} {type} {supertypes}"]
      let input = Data(paths.joined(separator: "\n").utf8)
      let before = try Command.run(question, input: input).lines
      #expect(before.count == paths.count)
      try package.write(
        to: packages.appendingPathComponent("uniform-types.xml"), atomically: true, encoding: .utf8)
      var environment = Command.bare
      environment["XDG_DATA_HOME"] = directory.path
      let after = try Command.run(question, environment: environment, input: input).lines
      #expect(before.count == after.count)
      for (old, new) in zip(before, after) {
        let (oldWords, newWords) = (
          old.split { " ,".contains($0) }, new.split { " ,".contains($0) }
        )
        #expect(oldWords.prefix(2) == newWords.prefix(2))
        #expect(Set(oldWords).isSubset(of: newWords), "\(old)")
      }
    }
  }

  @Test("writes the data that an identifier needs if only the package is installed")
  func identifiers() throws {
    try withTemporaryDirectory { directory in
      let packages = directory.appendingPathComponent("mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      let export = [
        "export", "--registry", registry, "org.example.format", "--output",
        packages.appendingPathComponent("format.xml").path,
      ]
      #expect(try Command.run(export).status == 0)
      var environment = Command.bare
      environment["XDG_DATA_HOME"] = directory.path
      let path = directory.appendingPathComponent("a.exmpl").path
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      for (question, answer) in [
        (["identify", "--print", "type", path], "org.example.format\n"),
        (["lookup", "application/x-org.example.format", "--format", "tsv"], "org.example.format"),
        (["conforms", "application/x-org.example.format", "org.example.format"], "yes\n"),
        (["conforms", "org.example.format", "public.data"], "yes\n"),
      ] {
        let run = try Command.run(question, environment: environment)
        #expect(run.output.contains(answer), "\(question): \(run.output)\(run.errors)")
      }
    }
  }

  @Test(
    "makes a type known to a desktop: its tools accept the package, and an export again is the same",
    .requires(.programs("update-mime-database", "gio")))
  func desktop() throws {
    try withTemporaryDirectory { directory in
      let packages = directory.appendingPathComponent("mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      let environment = [
        "XDG_DATA_HOME": directory.path, "XDG_DATA_DIRS": "/usr/share",
        "PATH": MachineProgram.searchPath, "HOME": directory.path, "LC_ALL": "C.UTF-8",
      ]
      let package = packages.appendingPathComponent("uniform-types.xml").path
      let export = ["export", "--registry", registry, "--output", package]
      #expect(try Command.run(export, environment: environment).status == 0)
      let mime = directory.appendingPathComponent("mime").path
      try Tool.run("update-mime-database", [mime], environment)

      let file = directory.appendingPathComponent("Report.EXMPL").path
      try "content".write(toFile: file, atomically: true, encoding: .utf8)
      let info = try Tool.run("gio", ["info", "-a", "standard::content-type", file], environment)
      #expect(info.contains("standard::content-type: application/x-org.example.format"))

      // A name whose pattern the machine's database has means what it meant before.
      let database = "/usr/share/mime/packages/freedesktop.org.xml"
      let owned = [("a.mts", "video/mp2t"), ("a.mod", "audio/x-mod")]
      for (name, type) in owned where FileManager.default.fileExists(atPath: database) {
        let path = directory.appendingPathComponent(name).path
        try "content\n".write(toFile: path, atomically: true, encoding: .utf8)
        let info = try Tool.run("gio", ["info", "-a", "standard::content-type", path], environment)
        #expect(!info.contains("typescript") && !info.contains("modula"))
        #expect(info.contains("content-type: \(type)"))
      }

      // Each is a subtype of the other in some database; a circle would crash the tool.
      let program = directory.appendingPathComponent("a.exe").path
      try "content".write(toFile: program, atomically: true, encoding: .utf8)
      try Tool.run("gio", ["info", program], environment)

      let first = try Data(contentsOf: URL(fileURLWithPath: package))
      #expect(try Command.run(export, environment: environment).status == 64)
      #expect(try Data(contentsOf: URL(fileURLWithPath: package)) == first)
      let again = try Command.run(export.dropLast(2), environment: environment)
      #expect(Data(again.output.utf8) == first)
    }
  }
}
