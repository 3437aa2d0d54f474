import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class NotesAtATerminal {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: UUID().uuidString, directoryHint: .isDirectory)

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func path(_ name: String) -> String { directory.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func open(_ arguments: [String]) throws -> Terminal {
    try Terminal(arguments, userDirectory: directory.appending(path: "user"))
  }

  private func write(_ text: String, to name: String) throws {
    let url = directory.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test func `A Markdown file is opened by its type, edited, undone and saved`() throws {
    try Data("# Title\nfirst\n".utf8).write(to: URL(filePath: path("a.md")))
    let terminal = try open([path("a.md")])
    try terminal.expect("a.md: net.daringfireball.markdown as MarkdownNote")
    try terminal.type("add second")
    try terminal.type("remove 2")
    try terminal.type("undo")
    try terminal.type("show")
    try terminal.expect("1§ # Title")
    try terminal.expect("2  first")
    try terminal.expect("3  second")
    try terminal.type("info")
    try terminal.expect("changes: unsaved")
    try terminal.type("save")
    try terminal.expect("saved a.md")
    #expect(try text("a.md") == "# Title\nfirst\nsecond\n")
    try terminal.type("undo")
    try terminal.type("undo")
    try terminal.type("undo")
    try terminal.expect("nothing to undo")
    try terminal.type("close")
    try terminal.expect("closed a.md")
    #expect(terminal.status() == 0)
    #expect(try text("a.md") == "# Title\nfirst\n")
  }

  @Test func `A note is autosaved after a change`() throws {
    let terminal = try open([path("new.txt")])
    try terminal.expect("new.txt: public.plain-text as TextNote")
    #expect(try text("new.txt") == "")
    try terminal.type("add kept")
    // Only the program's clock decides; frequent checks detect the save.
    var prefix = "un"
    while !prefix.isEmpty {
      try terminal.type("info")
      try terminal.expect("changes: ")
      prefix = try terminal.expect("saved")
    }
    #expect(try text("new.txt") == "kept\n")
    try terminal.type("close")
    try terminal.expect("closed new.txt")
    #expect(terminal.status() == 0)
  }

  @Test func `An attachment turns a text into a notebook, with its own type and extension`() throws
  {
    try Data("hello\n".utf8).write(to: URL(filePath: path("b.txt")))
    try Data("picture".utf8).write(to: URL(filePath: path("p.png")))
    let terminal = try open([path("b.txt")])
    try terminal.type("attach \(path("p.png"))")
    try terminal.type("save")
    try terminal.expect("saved b.notebook")
    try terminal.type("close")
    #expect(terminal.status() == 0)
    #expect(!FileManager.default.fileExists(atPath: path("b.txt")))
    #expect(try text("b.notebook/Text.md") == "hello\n")
    #expect(try text("b.notebook/Attachments/p.png") == "picture")

    let again = try open([path("b.notebook")])
    try again.expect("b.notebook: org.example.notes.notebook as Notebook")
    try again.type("show")
    try again.expect("attached: p.png, 7 bytes")
    try again.type("close")
    #expect(again.status() == 0)
  }

  @Test func `A conversion saves under the new extension`() throws {
    try Data("# T\n".utf8).write(to: URL(filePath: path("c.txt")))
    let terminal = try open([path("c.txt")])
    try terminal.type("convert png")
    try terminal.expect("notes are not saved as .png")
    try terminal.type("convert md")
    try terminal.type("save")
    try terminal.expect("saved c.md")
    try terminal.type("close")
    #expect(terminal.status() == 0)
    #expect(try text("c.md") == "# T\n")
    #expect(!FileManager.default.fileExists(atPath: path("c.txt")))
  }

  @Test func `Invalid input is rejected, and the end of input loses nothing`() throws {
    let terminal = try open([path("d.txt")])
    try terminal.type("remove 7")
    try terminal.expect("there is no line 7")
    try terminal.type("what")
    try terminal.expect("not understood: what")
    try terminal.type("add last")
    // Control-D at the beginning of a line ends input.
    try terminal.type("\u{4}")
    try terminal.expect("closed d.txt")
    #expect(terminal.status() == 0)
    #expect(try text("d.txt") == "last\n")
    let picture = try open([path("e.png")])
    try picture.expect("no document class handles public.png")
    #expect(picture.status() == 1)
  }

  @Test func `Other files in a notebook stay there`() throws {
    try write("text\n", to: "b.notebook/Text.md")
    try write("deep", to: "b.notebook/Attachments/folder/deep.txt")
    try write("kept", to: "b.notebook/Attachments/old.txt")
    try write("other", to: "b.notebook/Other/file.txt")
    try FileManager.default.createSymbolicLink(
      atPath: path("b.notebook/Attachments/link"), withDestinationPath: "old.txt")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: path("b.notebook/Text.md"))
    try write("new", to: "folder")
    try write("newer", to: "old.txt")
    let terminal = try open([path("b.notebook")])
    try terminal.type("add more")
    try terminal.type("attach \(path("folder"))")
    try terminal.type("attach \(path("old.txt"))")
    try terminal.type("convert txt")
    try terminal.expect("stays a notebook")
    try terminal.type("save")
    try terminal.expect("saved b.notebook")
    #expect(try text("b.notebook/Attachments/old.txt") == "newer")
    try terminal.type("undo")
    try terminal.type("close")
    #expect(terminal.status() == 0)
    #expect(try text("b.notebook/Text.md") == "text\nmore\n")
    #expect(try text("b.notebook/Attachments/folder/deep.txt") == "deep")
    #expect(try text("b.notebook/Attachments/folder 2") == "new")
    #expect(try text("b.notebook/Attachments/old.txt") == "kept")
    #expect(try text("b.notebook/Other/file.txt") == "other")
    let link = path("b.notebook/Attachments/link")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "old.txt")
    let attributes = try FileManager.default.attributesOfItem(atPath: path("b.notebook/Text.md"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [
    (before: "one\r\ntwo\r\n", after: "one\r\n2\r\nthree\r\n"),
    (before: "one\ntwo", after: "one\n2\nthree\n"),
    (before: "one\r\ntwo\n\u{C}\n", after: "one\r\n2\n\u{C}\nthree\r\n"),
  ])
  func `Lines keep their endings, and new lines use the first`(before: String, after: String) throws
  {
    try write(before, to: "a.txt")
    let terminal = try open([path("a.txt")])
    try terminal.type("change 2 2")
    try terminal.type("add three")
    try terminal.type("close")
    try terminal.expect("closed a.txt")
    #expect(terminal.status() == 0)
    #expect(try text("a.txt") == after)
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func `A signal that ends the program saves the last change`(signal: Int32) throws {
    try write("old\n", to: "a.txt")
    let terminal = try open([path("a.txt")])
    try terminal.type("add last")
    try terminal.type("show")
    try terminal.expect("2  last")
    terminal.send(signal)
    #expect(terminal.status() == signal)
    #expect(try text("a.txt") == "old\nlast\n")
  }

  @Test func `Changes that cannot be saved are kept, and recovered at the next start`() throws {
    try write("old\n", to: "a.txt")
    let terminal = try open([path("a.txt")])
    try terminal.type("add mine")
    try terminal.type("show")
    try terminal.expect("2  mine")
    try write("theirs\n", to: "a.txt")
    try terminal.type("\u{4}")
    try terminal.expect("a.txt is not saved; its contents are in \(path("user/state"))")
    #expect(terminal.status() == 1)
    #expect(try text("a.txt") == "theirs\n")

    let again = try open([path("a.txt")])
    try again.expect("were not saved; here they are")
    try again.type("show")
    try again.expect("2  mine")
    try again.type("copy \(path("mine.txt"))")
    try again.expect("copied a.txt")
    try again.type("discard")
    #expect(again.status() == 0)
    #expect(try text("a.txt") == "theirs\n")
    #expect(try text("mine.txt") == "old\nmine\n")

    let last = try open([path("a.txt")])
    try last.type("show")
    try last.expect("1  theirs")
    try last.type("close")
    #expect(last.status() == 0)
  }
}
