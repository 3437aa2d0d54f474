import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

@Suite(.timeLimit(.minutes(5))) struct InputLinesTests {
  /// A pipe, whose ends are closed with it.
  private final class Input: Sendable {
    let reading: Int32
    private let writing: FileHandle

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      reading = ends[0]
      writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    }

    func write(_ bytes: some Sequence<UInt8>) throws {
      try writing.write(contentsOf: Data(bytes))
    }

    func write(_ text: String) throws { try write(text.utf8) }
    func end() throws { try writing.close() }

    deinit {
      try? writing.close()
      close(reading)
    }
  }

  private func lines(of bytes: [UInt8], maximumLength: Int = .max) async throws -> [String] {
    let input = try Input()
    let writer = Task.detached {
      try input.write(bytes)
      try input.end()
    }
    var lines: [String] = []
    for await line in InputLines(of: input.reading, maximumLength: maximumLength) {
      lines.append(line)
    }
    try await writer.value
    return lines
  }

  @Test(
    "Lines end with a newline, which is not a part of them",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\rb\n", ["a\rb"]), ("\n\na\n", ["", "", "a"]),
      ("\u{e9}\u{1f600}\n", ["\u{e9}\u{1f600}"]), ("a\0b\n", ["a\0b"]), ("a\r", ["a\r"]),
    ])
  func endings(text: String, expected: [String]) async throws {
    #expect(try await lines(of: Array(text.utf8)) == expected)
  }

  @Test func `Bytes that are not UTF-8 are replaced, and divide no line`() async throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0x0A, 0xC3, 0x0A, 0xE2, 0x82]
    #expect(try await lines(of: bytes) == ["a\u{FFFD}b", "\u{FFFD}", "\u{FFFD}"])
  }

  @Test func `Lines of any length are complete`() async throws {
    let long = String(repeating: "\u{e9}x", count: 400_000)
    #expect(try await lines(of: Array("\(long)\nb\n\(long)".utf8)) == [long, "b", long])
  }

  @Test(
    "A line above the limit comes in pieces of whole characters",
    arguments: [
      ("abcdefghi\nb\n", ["abcd", "efgh", "i", "b"]), ("abcd\nefgh\n", ["abcd", "efgh"]),
      ("abc\u{e9}d\n", ["abc", "\u{e9}d"]),
      ("\u{1f600}\u{1f600}\n", ["\u{1f600}", "\u{1f600}"]),
      ("a\u{1f600}\n", ["a", "\u{1f600}"]),
    ])
  func pieces(text: String, expected: [String]) async throws {
    #expect(try await lines(of: Array(text.utf8), maximumLength: 4) == expected)
  }

  @Test func `A line is returned as soon as it is complete`() async throws {
    let input = try Input()
    var iterator = InputLines(of: input.reading).makeAsyncIterator()
    try input.write("one\ntw")
    #expect(await iterator.next() == "one")
    try input.write("o\n")
    #expect(await iterator.next() == "two")
    try input.end()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func `Another loop continues where the first has stopped`() async throws {
    let input = try Input()
    try input.write("a\nb\nc\n")
    try input.end()
    let lines = InputLines(of: input.reading)
    for await line in lines where line == "a" { break }
    var rest: [String] = []
    for await line in lines { rest.append(line) }
    #expect(rest == ["b", "c"])
    #expect(lines.error == nil)
  }

  @Test func `A cancelled loop ends, and loses no line`() async throws {
    let input = try Input()
    let lines = InputLines(of: input.reading)
    try input.write("a\nhal")
    let (firsts, continuation) = AsyncStream.makeStream(of: String.self)
    let task = Task.detached {
      for await line in lines { continuation.yield(line) }
      continuation.finish()
    }
    var first = firsts.makeAsyncIterator()
    #expect(await first.next() == "a")
    // The loop waits for the rest of the line.
    task.cancel()
    await task.value
    #expect(await first.next() == nil)
    try input.write("f\n")
    try input.end()
    var rest: [String] = []
    for await line in lines { rest.append(line) }
    #expect(rest == ["half"])
  }

  @Test func `An error ends the sequence and is kept`() async throws {
    let directory = try ScratchDirectory([:])
    let descriptor = open(directory.path.string, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let lines = InputLines(of: descriptor)
    for await line in lines { Issue.record("\(line)") }
    #expect((lines.error as? POSIXError)?.code == .EISDIR)
  }

  @Test func `A file is read, and a descriptor that does not block is waited for`() async throws {
    let directory = try ScratchDirectory(["a.txt": "a\nb"])
    let descriptor = open(directory.path.appending("a.txt").string, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var found: [String] = []
    for await line in InputLines(of: descriptor) { found.append(line) }
    #expect(found == ["a", "b"])

    let input = try Input()
    _ = fcntl(input.reading, F_SETFL, fcntl(input.reading, F_GETFL) | O_NONBLOCK)
    let task = Task.detached {
      var found: [String] = []
      for await line in InputLines(of: input.reading) { found.append(line) }
      return found
    }
    try input.write("late\n")
    try input.end()
    #expect(await task.value == ["late"])
  }

  @Test func `The main actor serves its queue while a loop waits`() async throws {
    let input = try Input()
    let served = await Task { @MainActor in
      let writer = Task { @MainActor in
        // This runs only if the loop has suspended the main actor.
        try input.write("a\n")
        try input.end()
      }
      var count = 0
      for await _ in InputLines(of: input.reading) { count += 1 }
      return (count, await writer.result)
    }.value
    #expect(served.0 == 1)
    try served.1.get()
  }
}
