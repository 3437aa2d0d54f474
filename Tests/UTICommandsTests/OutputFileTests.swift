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

  @Test("A folder that is missing is not written as a file")
  func missingFolder() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let list = try directory.write("a.plist", Array(Self.declaration.utf8))
    let run = try Command.run(["convert", "--to", "xml", "-o", directory.path + "/none/", list])
    #expect(run.status == 74 && run.errors.contains("none/: there is no such folder; make it"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/none"))
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

  /// A command with an output, and the file that it reads.
  enum Writer: CaseIterable {
    case convert, standardInput, compile, base, languages, signatures, export, exportOfFile
    case graph, resumedList
    case exportOfInstalled, graphOfInstalled, exportBesideSignatures, resumedRegistry, site

    /// The folders with declarations that the command finds without an argument.
    func environment(_ folder: String) -> [String: String] {
      self.folder == "types"
        ? Command.bare : Command.bare.merging(["XDG_DATA_HOME": folder]) { $1 }
    }

    /// The folder of the input.
    var folder: String {
      switch self {
      case .exportOfInstalled, .graphOfInstalled: "uniform-types"
      case .exportBesideSignatures: "uniform-types/pronom"
      default: "types"
      }
    }

    /// The name of the input.
    var name: String { self == .exportBesideSignatures ? "a.xml" : "a.plist" }

    func arguments(_ output: String, in folder: String) -> [String] {
      let types = folder + "/types"
      return switch self {
      case .convert: ["convert", "--to", "xml", "--output", output, types + "/a.plist"]
      case .standardInput: ["convert", "--to", "xml", "--output", output, "-"]
      case .compile: ["compile", "--output", output, types]
      case .base: ["compile", "--base", "--output", output, types]
      case .signatures: ["compile", "--signatures", "--output", output, types + "/a.plist"]
      case .languages: ["compile", "--languages", "--output", output, types + "/a.plist"]
      case .export: ["export", "--registry", types, "--output", output]
      case .exportOfFile: ["export", "--registry", types + "/a.plist", "--output", output]
      case .graph: ["graph", "--registry", types, "--output", output, "org.example.plan"]
      case .exportOfInstalled, .exportBesideSignatures: ["export", "--output", output]
      case .graphOfInstalled: ["graph", "--output", output, "org.example.plan"]
      case .resumedList: ["identify", "--files-from", types + "/a.plist", "--resume", output]
      case .resumedRegistry: ["identify", "--registry", types, "--resume", output, types]
      case .site:
        ["site", "--force", "--registry", types, (output as NSString).deletingLastPathComponent]
      }
    }
  }

  enum Spelling: CaseIterable {
    case same, longer, link, linkedFolder, hardLink
  }

  @Test("An input is not replaced under any path", arguments: Writer.allCases, Spelling.allCases)
  func inputs(writer: Writer, spelling: Spelling) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let folder = directory.path
    let input = "\(writer.folder)/\(writer.name)"
    let file = try directory.write(input, Array(Self.declaration.utf8))
    try directory.write("other/kept", [])
    let files = FileManager.default
    // A site has a fixed name for its first page.
    let name = writer == .site ? "index.html" : "out"
    var output = folder + "/other/\(name)"
    switch spelling {
    case .same: output = writer == .site ? output : file
    case .longer: output = folder + "/other/../\(writer.folder)/./\(writer.name)"
    case .link: try files.createSymbolicLink(atPath: output, withDestinationPath: file)
    case .linkedFolder:
      try files.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: folder + "/" + writer.folder)
      output = folder + "/link/" + writer.name
    case .hardLink: try files.linkItem(atPath: file, toPath: output)
    }
    if writer == .site {
      guard spelling == .link || spelling == .hardLink else { return }
    }
    let run = try Command.run(
      writer.arguments(output, in: folder),
      environment: writer.environment(folder),
      inputPath: writer == .standardInput ? file : nil)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("is also one of the files that are read"), "\(run.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.declaration)
    #expect(
      try files.contentsOfDirectory(atPath: folder + "/" + writer.folder) == [writer.name])
  }

  @Test(
    "An open descriptor is written to at its place, and not replaced",
    arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"], [">st", ">>st"])
  func descriptors(output: String, redirection: String) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("types/a.plist", Array(Self.declaration.utf8))
    let wanted = redirection.replacingOccurrences(of: "st", with: "wanted")
    let script = """
      cd "$1" && ln -s /dev/stdout link
      for command in "convert --to xml types/a.plist" "compile types" "graph public.png" \
        "export public.png"
      do
        echo before >st && cp st wanted
        (echo head; "$0" $command -o "$2" && echo tail) \(redirection)
        "$0" $command -o out && (echo head; cat out; echo tail) \(wanted) && cmp st wanted
        rm out wanted
      done
      ls
      """
    let result = String(
      decoding: try Command.shell(script, directory.path, output), as: UTF8.self)
    #expect(result == "link\nst\ntypes\n")
  }

  @Test("Other descriptors are written to, and a closed one is an error")
  func otherDescriptors() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("a.plist", Array(Self.declaration.utf8))
    let script = """
      cd "$1" && convert=("$0" convert --to xml a.plist -o)
      (echo head >&9; "${convert[@]}" /dev/fd/9; echo tail >&9) 9>three
      "${convert[@]}" - >plain && cmp three <(echo head; cat plain; echo tail)
      "${convert[@]}" /dev/stderr 2>error && cmp error plain
      "${convert[@]}" /dev/fd/77 2>/dev/null; echo $?
      cp a.plist b && "${convert[@]}" /dev/stdout >>a.plist 2>/dev/null; echo $?; cmp a.plist b
      "$0" site - 2>/dev/null; echo $?
      "$0" identify a.plist --resume - 2>/dev/null; echo $?; ls
      """
    let result = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(result == "74\n64\n64\n64\na.plist\nb\nerror\nplain\nthree\n")
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
