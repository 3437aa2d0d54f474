import Foundation
import SystemPackage
import TestSupport

/// A program that edits a document in one way and ends in one way.
struct EndedProgram: Hashable, Sendable, CustomStringConvertible {
  /// A way to have and edit a document; `Edit` of the program has the list.
  let edit: String
  /// A way to end; `End` of the program has the list.
  let end: String

  var description: String { "\(edit), \(end)" }

  /// The fate of the edit.
  enum Fate: Hashable, Sendable, CustomStringConvertible {
    /// The item of the document has it.
    case saved
    /// An autosaved document that is offered has it.
    case offered
    /// A file has the edit before it, which is older than the autosave delay.
    case earlier(hasMessage: Bool)
    /// No file has it.
    case lost(hasMessage: Bool)

    var description: String {
      switch self {
      case .saved: "saved"
      case .offered: "offered again"
      case .earlier: "edit before"
      case .lost(let hasMessage): hasMessage ? "lost, with a message" : "lost"
      }
    }
  }

  /// The fates that are allowed: an edit of the last seconds is lost if no code of the process runs after it,
  /// or if no thread may touch the document.
  func allows(_ fate: Fate) -> Bool {
    switch fate {
    case .saved, .offered: true
    case .earlier(let hasMessage):
      waits && hasMessage || end.hasSuffix("-SIGKILL") && !end.hasPrefix("burst-")
    case .lost(hasMessage: true) where waits: edit.hasSuffix("unregistered")
    // The comparison takes the contents again.
    case .lost(hasMessage: true) where end == "slow-contents": edit.hasSuffix("unregistered")
    // The thread that runs the main queue has not called the document to change it.
    case .lost(hasMessage: false) where end == "stack-overflow":
      edit == "actor" || edit.hasSuffix("unregistered")
    case .lost(hasMessage: true):
      [
        "fatalError", "out-of-bounds", "stack-overflow", "exit-beside-blocked-main",
        "exit-in-contents", "SIGQUIT", "SIGXCPU", "SIGALRM", "SIGUSR1", "SIGUSR2",
      ].contains(end)
    case .lost(hasMessage: false): ["SIGKILL-at-once", "_exit", "exec"].contains(end)
    }
  }

  /// True if the main thread waits without serving its queue, from the first of two edits on.
  var waits: Bool { ["computing-", "foreign-loop-"].contains { end.hasPrefix($0) } }

  /// The text after the latest edit, and the text before it.
  private var texts: (latest: String, earlier: String?) {
    let hasTwo = ["serving-", "readLine-", "sleep-", "burst-"].contains { end.hasPrefix($0) }
    return waits || hasTwo ? ("newer", "new") : ("new", nil)
  }

  // MARK: - Running

  private static let program = TestProgram.path("EndingProbe")

  /// All programs.
  static func all() throws -> (edits: [String], ends: [String]) {
    let lines = try TestProgram.run([program]).output.split(separator: "\n")
    func names(_ kind: String) -> [String] {
      lines.filter { $0.hasPrefix("\(kind) ") }.map { String($0.dropFirst(kind.count + 1)) }
    }
    return (names("edit"), names("end"))
  }

  /// Runs the program, and looks for its edit.
  func run() async throws -> Fate {
    try await TestProgram.onOwnThread { try runAndWait() }
  }

  private func runAndWait() throws -> Fate {
    let isPackage = edit.hasPrefix("package")
    let files: [String: String] =
      isPackage ? ["items/note.rtfd/TXT.rtf": "old"] : ["items/note.txt": "old"]
    let directory = try ScratchDirectory(files.merging(["state/": ""]) { $1 })
    if edit == "draft" {
      try FileManager.default.removeItem(atPath: directory.path.pushing("items/note.txt").string)
    }
    let errors = directory.path.pushing("state/errors")
    let place = directory.path.pushing(isPackage ? "items/note.rtfd" : "items/note.txt")
    let items = directory.path.appending("items")
    if edit == "read-only" {
      for (path, mode) in [
        (directory.path, 0o755), (directory.path.appending("state"), 0o700), (items, 0o555),
      ] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.string)
      }
      if TestProgram.canBeNobody {
        try FileManager.default.setAttributes(
          [.ownerAccountID: 65534], ofItemAtPath: directory.path.appending("state").string)
      }
    }
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: items.string)
    }
    try start([Self.program, edit, end, place.string], in: directory, errors: errors)
    let name = isPackage ? "note.rtfd/TXT.rtf" : edit == "draft" ? "Untitled.txt" : "note.txt"
    let item = text(of: items.pushing(FilePath(name)))
    if item == texts.latest { return .saved }
    let offered = try start([Self.program, "offered"], in: directory, errors: nil)
    var found = [item]
    for line in offered.split(separator: "\n") {
      guard let path = line.split(separator: " ", maxSplits: 1).last else { continue }
      let contents = FilePath(String(path))
      found += [text(of: contents), text(of: contents.appending("TXT.rtf"))]
    }
    if found.contains(texts.latest) { return .offered }
    let message = try String(contentsOfFile: errors.string, encoding: .utf8)
    let hasMessage = message.contains(items.string) && message.contains("lost")
    if let earlier = texts.earlier, found.contains(earlier) {
      return .earlier(hasMessage: hasMessage)
    }
    return .lost(hasMessage: hasMessage)
  }

  /// Runs a program with the directories of a user in a scratch directory.
  @discardableResult
  private func start(
    _ arguments: [String], in directory: ScratchDirectory, errors: FilePath?
  ) throws -> String {
    let state = directory.path.appending("state").string
    let redirection = "exec \"$@\" 2>\"$errors\""
    let command =
      [
        // The report of Swift's runtime on a crash takes longer than the test.
        "env", "-u", "XDG_RUNTIME_DIR", "SWIFT_BACKTRACE=enable=no",
        "HOME=\(state)", "XDG_STATE_HOME=\(state)",
        "XDG_CACHE_HOME=\(state)", "errors=\(errors?.string ?? "/dev/null")", "timeout", "40",
      ] + ["bash", "-c", redirection, "bash"] + arguments
    if edit == "read-only", TestProgram.canBeNobody {
      return try TestProgram.runAsNobody(command).output
    }
    return try TestProgram.run(command).output
  }

  private func text(of path: FilePath) -> String? {
    try? String(contentsOfFile: path.string, encoding: .utf8)
  }
}
