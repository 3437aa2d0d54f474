import Testing
import UTIDataFormats
import UTIPlatform

@testable import UTICommandOutput

@Suite struct Records {
  private static let result = CommandResult(
    fields: [("path", .string("a\tb")), ("count", .integer(2))], columns: ["a\tb", "x,\"y\""],
    lines: ["a\tb", "second"])

  private static func form(
    _ format: OutputFormat, isTerminal: Bool = false, endsWithNUL: Bool = false
  ) -> ResultForm {
    ResultForm(format: format, color: .never, isTerminal: isTerminal, endsWithNUL: endsWithNUL)
  }

  @Test(
    arguments: [
      (.jsonl, "{\"path\":\"a\\tb\",\"count\":2}"), (.tsv, "a\\tb\tx,\"y\""),
      (.csv, "a\tb,\"x,\"\"y\"\"\""), (.text, "a\\tb\nsecond"), (.json, nil),
    ] as [(OutputFormat, String?)])
  func `A result has one text in each form`(format: OutputFormat, text: String?) {
    #expect(Self.form(format).text(of: Self.result) == text)
  }

  @Test func `Columns alone are a record, or rows of a table on a terminal`() {
    let result = CommandResult(fields: [], columns: ["a", "b\n"])
    #expect(Self.form(.text).text(of: result) == "a\tb\\n")
    #expect(Self.form(.text, isTerminal: true).text(of: result) == nil)
    for format in [OutputFormat.text, .tsv] {
      #expect(Self.form(format, endsWithNUL: true).text(of: result) == "a\0b\n")
      #expect(
        Self.form(format, isTerminal: true, endsWithNUL: true).text(of: result) == "a\0b\\n")
    }
    let verbatim = CommandResult(fields: [], columns: [], lines: ["x"], verbatim: "\u{1B}")
    #expect(Self.form(.text).text(of: verbatim) == "\u{1B}")
  }

  @Test func `Only what a format shows is made`() {
    func result(_ format: OutputFormat, lines: [String]?) -> CommandResult {
      CommandResult(
        in: format, fields: [("a", .integer(1))], columns: ["c"], lines: lines)
    }
    #expect(
      result(.jsonl, lines: ["l"]).fields.count == 1 && result(.json, lines: nil).columns == [])
    #expect(result(.tsv, lines: ["l"]).columns == ["c"] && result(.csv, lines: ["l"]).lines == nil)
    #expect(result(.text, lines: ["l"]).lines == ["l"] && result(.text, lines: ["l"]).columns == [])
    #expect(result(.text, lines: nil).columns == ["c"])
  }

  @Test(
    arguments: [
      (nil, ""), ("", "\"\""), ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
      ("a\nb", "\"a\nb\""), ("a\r", "\"a\r\""), (" a;\t", " a;\t"),
    ] as [(String?, String)])
  func `A CSV field has quotation marks if it needs them, and a missing one is empty`(
    text: String?, field: String
  ) {
    var bytes: [UInt8] = []
    CSVField.append(text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == field)
  }

  @Test("No line of a field is a formula")
  func formulas() {
    for (field, defused) in [
      ("=1", "'=1"), ("a\n=1", "a\n'=1"), ("a\r\n@b\n-c", "a\r\n'@b\n'-c"), ("a=1", "a=1"),
      ("\n+1", "\n'+1"), ("a\nb", "a\nb"), ("a\r=1", "a\r'=1"), ("\t=1", "'\t=1"), ("", ""),
    ] {
      #expect(CSVField.defused(field) == defused)
    }
  }

  @Test func `A CSV header ends its line, and stray bytes of a field are written as bytes`() {
    #expect(CSVField.header(["a", "b,c"]) == Array("a,\"b,c\"\n".utf8))
    var bytes: [UInt8] = []
    CSVField.append("\u{10FFE9}", to: &bytes)
    #expect(bytes == [0xE9])
  }

  @Test func `The columns of a table are aligned by the width of their characters`() {
    var table = TextTable()
    let lines = table.lines([["a", "1", ""], ["日本", "22", "x"], ["e\u{301}\n", "3"]])
    #expect(lines == ["a     1", "日本  22  x", "é\\n   3"])
    // Widths are kept for later rows.
    #expect(table.lines([["b", "c"]]) == ["b     c"])
    let long = String(repeating: "x", count: 49)
    var other = TextTable()
    #expect(other.lines([[long, "a"], ["b", "c"]]) == [long + "  a", "b  c"])
    #expect(TextTable.width(of: "👍한ａ!") == 7)
  }

  @Test func `A path of stray bytes has its bytes in a further field`() {
    func texts(_ path: String) -> [String] {
      LosslessText.fields(path).map { $0.key }
    }
    #expect(texts("a") == ["path"])
    #expect(texts("a\u{10FFE9}") == ["path", "pathBytes"])
    for (path, name) in [("/a/b", "b"), ("b", "b"), ("/", ""), ("a/", "")] as [(String, Substring)]
    {
      #expect((path.lastPathComponent as Substring) == name)
    }
  }

  @Test func `A program's words are its arguments, with stray bytes kept`() {
    let words: [[CChar]] = [[112, 0], [97, 0], [CChar(bitPattern: 0xE9), 0]]
    words[0].withUnsafeBufferPointer { first in
      words[1].withUnsafeBufferPointer { second in
        words[2].withUnsafeBufferPointer { third in
          let list = [first.baseAddress, second.baseAddress, third.baseAddress, nil]
          list.withUnsafeBufferPointer { list in
            guard let start = list.baseAddress else { return }
            #expect(LosslessText.arguments(start) == ["a", "\u{10FFE9}"])
            #expect(LosslessText.arguments(start + 3) == [])
          }
        }
      }
    }
  }
}

@Suite struct Failures {
  @Test func `Each exit status has its number and meaning in the summary`() {
    let summary = ExitStatus.summary
    for status in ExitStatus.allCases {
      #expect(summary.contains("\(status.rawValue) \(status.meaning)"))
    }
    #expect(Set(ExitStatus.allCases.map(\.rawValue)).count == ExitStatus.allCases.count)
  }

  @Test func `An error keeps the failure that it describes, and any other is one of reading`() {
    struct Described: CommandError {
      var failure: CommandFailure { CommandFailure(.usage, "described") }
    }
    struct Other: Error, CustomStringConvertible {
      var description: String { "other" }
    }
    #expect(CommandFailure(input: Described()).status == .usage)
    #expect(CommandFailure(input: CommandFailure(.negative, "a", "b")).messages == ["a", "b"])
    let failure = CommandFailure(input: Other())
    #expect(failure.status == .inputOutput && failure.messages == ["other"])
    #expect(CommandFailure.isFromCommand(Described()) && CommandFailure.isFromCommand(failure))
    #expect(!CommandFailure.isFromCommand(Other()))
  }

  @Test func `Messages begin with the program, and an empty path is visible`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      CommandFailure(.usage, ": missing", "second\u{1B}").report()
      CommandFailure(.badDeclarations, "a.xml:3: bad", namesPlace: true).report()
      exit(0)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text == "uti: '': missing\nuti: second\\x1B\na.xml:3: bad\n")
  }

  @Test(arguments: [OutputFormat.json, .jsonl, .tsv])
  func `Failures are among the results of programs, and end with their status`(
    format: OutputFormat
  ) async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) { [name = format.rawValue as String] in
      var output = OutputOptions()
      output.format = OutputFormat(rawValue: name) ?? .text
      func answers(_ number: Int) throws -> [CommandResult] {
        guard number != 2 else { throw CommandFailure(.inputMissing, "two") }
        return [CommandResult(fields: [("n", .integer(number))], columns: ["\(number)"])]
      }
      do {
        try ResultPrinter.printEach(
          [1, 2, 3], output, name: { [("n", .integer($0))] }, answers: answers)
      } catch let failure as CommandFailure where failure.status == .someFailed {
        StandardOutput.shared.finish()
        exit(0)
      }
      exit(9)
    }
    let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let expected =
      switch format {
      case .json:
        """
        {
          "version": 1,
          "results": [
            {
              "n": 1
            },
            {
              "n": 2,
              "error": "two"
            },
            {
              "n": 3
            }
          ]
        }

        """
      case .jsonl: "{\"n\":1}\n{\"n\":2,\"error\":\"two\"}\n{\"n\":3}\n"
      default: "1\n3\n"
      }
    #expect(lines == expected)
    #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "uti: two\n")
  }
}
