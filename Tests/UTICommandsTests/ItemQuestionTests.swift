import Foundation
import TestSupport
import Testing

/// Questions of scripts: which items are of a type, and one field of the answer.
@Suite("uti identify for scripts")
struct ItemQuestionTests {
  private let directory: TemporaryDirectory
  private let image: String
  private let text: String

  private static let imageBytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]

  init() throws {
    directory = try TemporaryDirectory()
    image = try directory.write("a.png", Self.imageBytes)
    text = try directory.write("b.txt", Array("hello\n".utf8))
  }

  @Test(
    "finds the items of a type below a directory, and reports whether there is one",
    arguments: [
      (["--conforming-to", "public.image"], ["a.png"], 0),
      (["--conforming-to", ".jpg"], [], 1),
      (["--conforming-to", "public.movie"], [], 1),
      (["--not-conforming-to", "public.image"], ["b.txt"], 0),
      (
        ["--conforming-to", "public.image", "--conforming-to", "public.text"], ["a.png", "b.txt"], 0
      ),
      (["--conforming-to", "public.data", "--not-conforming-to", "public.text"], ["a.png"], 0),
      (["--conforming-to", "public.image", "--not-conforming-to", "image/png"], [], 1),
    ] as [([String], [String], Int32)])
  func filter(row: (arguments: [String], names: [String], status: Int32)) throws {
    let run = try Command.run(
      ["identify", "-r", "--print", "path"] + row.arguments + [directory.path])
    #expect(run.lines == row.names.map { directory.path + "/" + $0 })
    #expect(run.status == row.status)
    let quiet = try Command.run(["identify", "-r", "-q"] + row.arguments + [directory.path])
    #expect(quiet.output.isEmpty)
    #expect(quiet.status == row.status)
    for command in ["explain", "document"] {
      let run = try Command.run(
        [command, "-r", "--format", "jsonl"] + row.arguments + [directory.path])
      #expect(
        try run.objects().compactMap { $0["path"] as? String }
          == row.names.map { directory.path + "/" + $0 })
    }
  }

  @Test("a failed item has precedence over an item that was not found")
  func failureWhileFiltering() throws {
    let missing = directory.path + "/missing"
    let none = try Command.run(["identify", "--conforming-to", "public.movie", image, missing])
    #expect(none.status == 2)
    #expect(none.errors.contains(missing))
    let one = try Command.run(["identify", "-q", "--conforming-to", "public.image", missing, image])
    #expect(one.status == 0, "the first that counts settles the question")
    let unknown = try Command.run(["identify", "--conforming-to", "public.imag", image])
    #expect(unknown.status == 66)
    #expect(unknown.errors.contains("did you mean public.image?"))
  }

  @Test("returns yes or no for one item")
  func question() throws {
    let yes = try Command.run(["identify", "--is", "public.image", image])
    #expect(yes.output == "yes\n")
    #expect(yes.status == 0)
    let no = try Command.run(["identify", "--is", ".png", text])
    #expect(no.output == "no\n")
    #expect(no.status == 1)
    let record = try Command.run(["identify", "--format", "jsonl", "--is", "public.data", image])
    #expect(try record.objects().first?["conforms"] as? Bool == true)
    #expect(try Command.run(["identify", "--is", "public.image", "/nonexistent"]).status == 2)
    #expect(try Command.run(["identify", "-q", "--is", "public.image", image]).output.isEmpty)
    let wrongs: [[String]] = [[image, text], ["-r", image], ["-b", image], []]
    for wrong in wrongs {
      #expect(try Command.run(["identify", "--is", "public.image"] + wrong).status == 64)
    }
  }

  @Test("prints the requested fields")
  func fields() throws {
    let rows: [([String], String)] = [
      (["-b"], "public.png\npublic.plain-text\n"),
      (["-b", "--mime-type"], "image/png\ntext/plain\n"),
      (["-b", "--mime-encoding"], "binary\nus-ascii\n"),
      (["-b", "--extension"], "png\ntxt\n"),
      (["-b", "--mime-type", "--mime-encoding"], "image/png\tbinary\ntext/plain\tus-ascii\n"),
      (["--mime-type"], "\(image)\timage/png\n\(text)\ttext/plain\n"),
      (["--print", "type,mime"], "public.png\timage/png\npublic.plain-text\ttext/plain\n"),
      (
        ["--print", "{{{type}}}\\t{confidence}\\n"],
        "{public.png}\tcertain\n\n{public.plain-text}\tlikely\n\n"
      ),
      (["--print", "mimeType"], "image/png\ntext/plain\n"),
      (["-0", "--print", "type,mime"], "public.png\0image/png\0public.plain-text\0text/plain\0"),
      (["-0", "--print", "<{type}>"], "<public.png>\0<public.plain-text>\0"),
    ]
    for (arguments, output) in rows {
      let run = try Command.run(["identify"] + arguments + [image, text])
      #expect(run.output == output, "\(arguments)")
      #expect(run.status == 0)
    }
    let supertypes = try Command.run(["identify", "--print", "supertypes", image]).output
    #expect(supertypes == "public.content,public.data,public.image,public.item\n")
    let record = try Command.run(
      ["identify", "--format", "jsonl", "--print", "mime,supertypes", image])
    #expect(
      record.output.hasPrefix("{\"mimeType\":\"image/png\",\"supertypes\":[\"public.content\","))
  }

  @Test(
    "reports errors of a layout",
    arguments: [
      (["--print", "tpye"], "did you mean type?"), (["--print", ""], "names no field"),
      (["--print="], "names no field"),
      (["--print", "{type"], "not closed"), (["--print", "type}"], "not opened"),
      (["--print", "type", "-b"], "use one of them"),
      (["--print", "{type}", "--format", "jsonl"], "use a list of fields"),
      (["-0", "--format", "json"], "JSON has no NUL"),
    ] as [([String], String)])
  func wrongLayout(row: (arguments: [String], message: String)) throws {
    let run = try Command.run(["identify"] + row.arguments + [image])
    #expect(run.status == 64)
    #expect(run.errors.contains(row.message))
    #expect(run.errors.hasPrefix("uti: identify: "))
  }

  @Test("passes names of any bytes to xargs")
  func toXargs() throws {
    let script = """
      cd "$1" && printf 'GIF89a\\1\\0\\1\\0' >"$(printf 'a \\n\\351.gif')" &&
        "$0" identify -r -0 --conforming-to public.image --print path . | xargs -0 cat | wc -c
      """
    let output = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(output.trimmingCharacters(in: .whitespacesAndNewlines) == "22")
  }

  @Test("describes a link that leads nowhere, and a directory that has been removed")
  func missingItems() throws {
    let script = """
      cd "$1" && ln -s nowhere link && mkdir gone && "$0" identify --print type,kind link &&
        cd gone && rmdir ../gone && "$0" identify --print type,url .
      """
    let output = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(output == "public.symlink\tsymlink\npublic.folder\t-\n")
  }

  @Test("reads lists of lines, and URLs of files as paths")
  func listsAndURLs() throws {
    let spaced = try directory.write("c d%.png", Self.imageBytes)
    let url = "file://" + directory.path + "/c%20d%25.png"
    let list = Data("\(image)\n\(url)\n-\n\n\(text)".utf8)
    let run = try Command.run(["identify", "--print", "path", "--files-from", "-"], input: list)
    #expect(run.lines == [image, spaced, text])
    #expect(run.errors.contains("./-: cannot look it up"))
    for (url, message) in [
      ("file://elsewhere.example/etc", "only this machine's"),
      ("file:///%zz", "not a URL of a file"),
    ] {
      let run = try Command.run(["identify", "--format", "jsonl", url])
      #expect(run.status == 2)
      #expect(run.errors.contains(message))
      #expect(try run.objects().first?["path"] as? String == url)
    }
    #expect(try Command.run(["conforms", url, "public.image"]).output == "yes\n")
    #expect(try Command.run(["file://localhost" + image, "-b"]).output == "public.png\n")
    let twice = try Command.run(["identify", "--files-from", "-", "--files0-from", "-"])
    #expect(twice.status == 64)
  }

  @Test("conforms and why take a path if no type has its name")
  func conformanceOfItems() throws {
    let run = try Command.run(["conforms", "--format", "jsonl", image, "public.image"])
    #expect(run.status == 0)
    #expect(try run.objects().first?["path"] as? String == image)
    #expect(try Command.run(["conforms", text, "public.image"]).status == 1)
    #expect(try Command.run(["why", image, "public.data"]).lines.first == "public.png")
    let script = "cd \"$1\" && printf x >public.png && \"$0\" conforms public.png public.image"
    #expect(try Command.shell(script, directory.path) == Data("yes\n".utf8))
  }
}
