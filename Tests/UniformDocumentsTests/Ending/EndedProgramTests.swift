import Foundation
import SystemPackage
import TestSupport
import Testing

/// Programs that edit a document and end: every way to edit times every way to end.
///
/// `UTI_ENDS=all` runs all programs and prints the table of `Documentation/EndOfAProgram.md`; each test run
/// takes a part of them, in which every way to edit and every way to end occurs.
@Suite(.timeLimit(.minutes(30))) struct EndedPrograms {
  private static let concurrency = 3

  private func programs() throws -> [EndedProgram] {
    let (edits, ends) = try EndedProgram.all()
    try #require(edits.count * ends.count >= 200)
    if ProcessInfo.processInfo.environment["UTI_ENDS"] == "all" {
      return ends.flatMap { end in edits.map { EndedProgram(edit: $0, end: end) } }
    }
    var generator = SeededGenerator(seed: UInt64(Date().timeIntervalSince1970 / 86_400))
    let shift = Int.random(in: 0..<edits.count, using: &generator)
    return ends.indices.map { index in
      EndedProgram(edit: edits[(index + shift) % edits.count], end: ends[index])
    }
  }

  @Test("G13: an edit is saved or offered again, or its loss has a message")
  func ends() async throws {
    let programs = try programs()
    var fates: [EndedProgram: EndedProgram.Fate] = [:]
    try await withThrowingTaskGroup(of: (EndedProgram, EndedProgram.Fate).self) { group in
      var waiting = programs[...]
      func startNext() {
        guard let program = waiting.popFirst() else { return }
        group.addTask { (program, try await program.run()) }
      }
      for _ in 0..<Self.concurrency { startNext() }
      for try await (program, fate) in group {
        fates[program] = fate
        #expect(program.allows(fate), "\(program): \(fate)")
        startNext()
      }
    }
    #expect(fates.count == programs.count)
    print(Self.table(fates, programs))
  }

  @Test("G12: an overdue autosave is reported once, with the document and a remedy")
  func report() async throws {
    let directory = try ScratchDirectory(["state/": "", "items/": ""])
    let state = directory.path.appending("state").string
    let command = [
      "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)",
      "XDG_CACHE_HOME=\(state)", "timeout", "60", "bash", "-c",
      "exec \"$@\" 2>&1", "bash",
      TestProgram.path("EndingProbe"), "overdue", directory.path.appending("items").string,
    ]
    let result = try await TestProgram.running(command)
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").filter { $0.contains("overdue") }
    #expect(lines.count == 1, "\(result.output)")
    let line = try #require(lines.first)
    #expect(line.hasPrefix(directory.path.appending("items").string))
    #expect(line.contains("the main thread sleeps, and does not serve its queue"))
    #expect(line.contains("saveBeforeWaiting"))
  }

  @Test func `A full pipe as standard error does not hold the end of the program`() async throws {
    let directory = try ScratchDirectory(["state/": "", "items/note.txt": "old"])
    let state = directory.path.appending("state").string
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(end, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
    let bytes = [UInt8](repeating: 0x2E, count: 1 << 16)
    while write(end, bytes, bytes.count) > 0 {}
    #expect(fcntl(end, F_SETFL, O_WRONLY) == 0)
    let place = directory.path.pushing("items/note.txt").string
    let process = try TestProgram.process(
      TestProgram.path("EndingProbe"), ["count", "return", place],
      environment: ["HOME": state, "XDG_STATE_HOME": state, "XDG_CACHE_HOME": state])
    process.standardError = pipe.fileHandleForWriting
    try process.run()
    await TestProgram.onOwnThread { process.waitUntilExit() }
    // A program that is held too long ends with another status.
    #expect(process.terminationStatus == 0)
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "new")
    withExtendedLifetime(pipe) {}
  }

  @Test func `Documents that open while all others close are closed too`() async throws {
    let directory = try ScratchDirectory(["state/": "", "items/note.txt": "old"])
    let state = directory.path.appending("state").string
    let result = try await TestProgram.running([
      "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)",
      "XDG_CACHE_HOME=\(state)", "timeout", "60", TestProgram.path("EndingProbe"), "close-all",
      directory.path.pushing("items/note.txt").string,
    ])
    #expect(result.status == 0 && result.output == "", "\(result.output)")
    let texts = try directory.contents().filter { $0.key.hasPrefix("items/") }
    #expect(texts["items/note.txt"] == "new" && texts["items/first.txt"] == "new", "\(texts)")
  }

  @Test(arguments: ["exit-beside-held-item", "exit-in-observer"])
  func `A document that is kept because of its item has one line`(end: String) async throws {
    let directory = try ScratchDirectory(["state/": "", "items/note.txt": "old"])
    let state = directory.path.appending("state").string
    let result = try await TestProgram.running([
      "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)",
      "XDG_CACHE_HOME=\(state)", "timeout", "60", "bash", "-c", "exec \"$@\" 2>&1", "bash",
      TestProgram.path("EndingProbe"), end == "exit-in-observer" ? "conflict" : "undo", end,
      directory.path.pushing("items/note.txt").string,
    ])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").filter { $0.contains("kept in") }
    #expect(lines.count == 1, "\(result.output)")
  }

  @Test(arguments: ["return", "throw", "dropped"])
  func `A document that is kept at the end has one line`(end: String) async throws {
    let directory = try ScratchDirectory(["state/": "", "items/": ""])
    let state = directory.path.appending("state").string
    let result = try await TestProgram.running([
      "env", "-u", "XDG_RUNTIME_DIR", "SWIFT_BACKTRACE=enable=no", "HOME=\(state)",
      "XDG_STATE_HOME=\(state)", "XDG_CACHE_HOME=\(state)", "bash", "-c",
      "exec \"$@\" 2>&1", "bash",
      TestProgram.path("EndingProbe"), "draft", end,
      directory.path.pushing("items/note.txt").string,
    ])
    let lines = result.output.split(separator: "\n").filter { $0.contains("Untitled") }
    #expect(lines.count == 1 && lines.first?.contains("kept in") == true, "\(result.output)")
  }

  @Test(
    "G13: the end of a program takes slow contents once",
    arguments: [
      "undo", "count", "main", "actor", "package", "draft", "value", "object", "model",
      "NSDocument", "NSDocument-elsewhere",
    ])
  func slowContents(edit: String) async throws {
    let item = edit == "package" ? "items/note.rtfd/TXT.rtf" : "items/note.txt"
    let directory = try ScratchDirectory(["state/": "", item: "old"])
    let state = directory.path.appending("state").string
    let result = try await TestProgram.running([
      "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)",
      "XDG_CACHE_HOME=\(state)", TestProgram.path("EndingProbe"), edit, "slow-contents",
      directory.path.pushing(edit == "package" ? "items/note.rtfd" : "items/note.txt").string,
    ])
    #expect(result.output == "contents", "\(result.output)")
  }

  @Test("G6: changes follow the application through a renamed executable")
  func renamedExecutable() async throws {
    let directory = try ScratchDirectory(["state/": "", "items/": ""])
    let state = directory.path.appending("state").string
    for name in ["editor-1", "editor-2", "other/editor-3"] {
      let copy = directory.path.pushing(FilePath("programs/" + name))
      try FileManager.default.createDirectory(
        atPath: copy.removingLastComponent().string, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: TestProgram.path("EndingProbe"), toPath: copy.string)
    }
    /// Runs a copy of the program.
    func start(_ name: String, _ arguments: [String], as application: String? = nil) async throws
      -> String
    {
      try await TestProgram.running(
        [
          "env", "-u", "XDG_RUNTIME_DIR", "HOME=\(state)", "XDG_STATE_HOME=\(state)",
          "XDG_CACHE_HOME=\(state)",
        ] + (application.map { ["APPLICATION=\($0)"] } ?? []) + [
          directory.path.pushing(FilePath("programs/" + name)).string
        ] + arguments
      ).output
    }
    let place = directory.path.pushing("items/note.txt").string
    // The identifier is the name of the executable.
    _ = try await start("editor-1", ["draft", "return", place])
    #expect(try await start("editor-1", ["offered"]).contains("Untitled.txt"))
    #expect(try await start("editor-2", ["offered"]).isEmpty)
    // A program that gets an identifier finds what it has kept without one.
    #expect(
      try await start("editor-1", ["offered"], as: "org.example.editor").contains("Untitled.txt"))
    _ = try await start("editor-1", ["draft", "return", place], as: "org.example.editor")
    #expect(
      try await start("editor-2", ["offered"], as: "org.example.editor").contains("Untitled.txt"))
    #expect(try await start("editor-2", ["offered"], as: "org.example.other").isEmpty)
    // The Info.plist of the program has the identifier.
    let declarations = ["CFBundleIdentifier": "org.example.editor"]
    try PropertyListSerialization.data(
      fromPropertyList: declarations, format: .xml, options: 0
    ).write(to: URL(filePath: directory.path.pushing("programs/other/Info.plist").string))
    #expect(try await start("other/editor-3", ["offered"]).contains("Untitled.txt"))
  }

  /// One row for each end and fate, with the edits that have it.
  private static func table(
    _ fates: [EndedProgram: EndedProgram.Fate], _ programs: [EndedProgram]
  ) -> String {
    var rows = [
      "| end | saved | offered again | edit before | lost, with a message | lost |",
      "|---|---|---|---|---|---|",
    ]
    var ends: [String] = []
    for program in programs where !ends.contains(program.end) { ends.append(program.end) }
    for end in ends {
      let edits = programs.filter { $0.end == end }
      let cells = ["saved", "offered again", "edit before", "lost, with a message", "lost"].map {
        fate in
        let found = edits.filter { fates[$0]?.description == fate }
        return found.count > 3 || found.isEmpty
          ? "\(found.count)" : "\(found.count): \(found.map(\.edit).joined(separator: ", "))"
      }
      rows.append("| `\(end)` | \(cells.joined(separator: " | ")) |")
    }
    return rows.joined(separator: "\n")
  }
}
