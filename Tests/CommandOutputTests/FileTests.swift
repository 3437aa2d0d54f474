import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTICommandOutput

@Suite struct FileURLs {
  private static func path(_ text: String) -> String? {
    switch FileURL.path(text) {
    case nil: nil
    case .success(let path): path
    case .failure(let failure): "error: \(failure.reason)"
    }
  }

  @Test(
    arguments: [
      ("file:///a%20b", "/a b"), ("FILE:///a", "/a"), ("file:/a", "/a"),
      ("file://localhost/a?b#c", "/a"), ("file:///caf%E9", "/caf\u{10FFE9}"),
      ("file:///a#b", "/a"), ("files:///a", nil), ("file:a", nil), ("file", nil), ("", nil),
      ("/a", nil),
      ("f:/aaaa", nil),
    ] as [(String, String?)])
  func `A URL of a file leads to its path, and other words are paths themselves`(
    text: String, path: String?
  ) {
    #expect(Self.path(text) == path)
  }

  @Test(arguments: [
    "file:///%zz", "file:///a%4", "file:///a%", "file:///a%00b", "file://localhost",
  ])
  func `A URL with a wrong escape or without a path is an error`(text: String) {
    #expect(Self.path(text)?.hasPrefix("error: not a URL of a file") == true)
  }

  @Test func `A file of another machine is not read`() {
    #expect(
      Self.path("file://server.example/a")
        == "error: a file of server.example, and only this machine's can be read")
    var name = utsname()
    uname(&name)
    let host = withUnsafeBytes(of: &name.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(Self.path("file://\(host)/a") == "/a")
  }

  @Test func `A path that leaves a linked directory has the URL of the item that it leads to`()
    throws
  {
    let scratch = try ScratchDirectory(["far/deep/": "", "far/x": "", "near/x": ""])
    let root = try #require(scratch.path.resolved).string
    try FileManager.default.createSymbolicLink(
      atPath: root + "/near/jump", withDestinationPath: root + "/far/deep")
    #expect(FileURL.text(root + "/near/jump/../x") == "file://\(root)/far/x")
    #expect(FileURL.text(root + "/near/../near/./x") == "file://\(root)/near/x")
    // What cannot be resolved is shortened as in a URL.
    #expect(FileURL.text(root + "/missing/../x y") == "file://\(root)/x%20y")
  }
}

@Suite struct ChangedFiles {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory(["file": "old", "folder/": ""]) }

  @Test func `Missing folders are made and returned, and present ones stay`() throws {
    let deep = scratch.path.pushing("a/b/c")
    #expect(
      try FileChange.makeDirectories(deep, permissions: 0o700)
        == ["a", "a/b", "a/b/c"].map { scratch.path.pushing($0) })
    #expect(try FileChange.makeDirectories(deep).isEmpty)
    #expect(try FileStatus(of: deep).permissions == [.ownerReadWriteExecute])
  }

  @Test func `A folder cannot be made at or below a file, and the message names the path`() {
    for name in ["file", "file/below", "file/below/more"] {
      let error = #expect(throws: CommandFailure.self) {
        try FileChange.makeDirectories(scratch.path.pushing(FilePath(name)))
      }
      #expect(error?.status == .inputOutput)
      #expect(error?.messages.first?.contains("file") == true)
    }
    #expect(scratch.text("file") == "old")
  }

  @Test func `Files and empty folders are removed, and missing ones are no failure`() throws {
    for _ in 0..<2 {
      try FileChange.remove(scratch.file("file"))
      #expect(FileChange.removeDirectory(scratch.file("folder")))
    }
    #expect(try scratch.contents().isEmpty)
    try scratch.write("x", to: "new")
    #expect(!FileChange.removeDirectory(scratch.path))
    #expect(throws: CommandFailure.self) { try FileChange.remove("/proc") }
  }

  @Test func `A file is read as it is, a missing one is none, and a folder is a failure`() throws {
    #expect(try FileChange.contents(of: scratch.file("file")) == Array("old".utf8))
    #expect(try FileChange.contents(of: scratch.file("none")) == nil)
    let error = #expect(throws: CommandFailure.self) {
      try FileChange.contents(of: scratch.file("folder"))
    }
    #expect(error?.messages == ["\(scratch.file("folder")): cannot be read: not a regular file"])
  }

  @Test func `A changed file is not replaced by an edit of its former contents`() throws {
    let file = try FileChange.file(at: scratch.file("file"))
    try file.replace(with: Array("new".utf8))
    #expect(scratch.text("file") == "new")
    let error = #expect(throws: CommandFailure.self) { try file.replace(with: Array("lost".utf8)) }
    #expect(error?.status == .inputOutput)
    #expect(scratch.text("file") == "new")
  }

  @Test func `A folder that is made again meanwhile is locked anew`() throws {
    let folder = scratch.file("locked")
    var prepareCount = 0
    func prepare() throws {
      prepareCount += 1
      // At first the folder is missing, as if another process had removed it.
      if prepareCount == 2 { try FileChange.makeDirectories(folder) }
    }
    let value = try FileChange.withLock(
      on: folder, prepare: prepare, body: { folder.leadsToDirectory })
    #expect(value && prepareCount == 2)
    let error = #expect(throws: CommandFailure.self) {
      try FileChange.withLock(on: scratch.file("file"), prepare: {}, body: {})
    }
    #expect(error?.messages.first?.contains("cannot be opened") == true)
    #expect(throws: CommandFailure.self) {
      try FileChange.withLock(on: scratch.file("none"), prepare: {}, body: {})
    }
  }

  @Test func `The lock of a folder excludes other holders`() throws {
    let folder = scratch.file("folder")
    func isFree() throws -> Bool {
      let other = try FileDescriptor.open(folder, .readOnly, options: [.directory])
      defer { try? other.close() }
      return flock(other.rawValue, LOCK_EX | LOCK_NB) == 0
    }
    #expect(try !FileChange.withLock(on: folder, prepare: {}, body: isFree))
    #expect(try isFree())
  }

  @Test func `An output file replaces its target, through a link, and knows it by any path`() throws
  {
    #expect(scratch.file("link").withPlatformString { symlink("file", $0) } == 0)
    let destination = try OutputDestination(scratch.file("link").string)
    let error = #expect(throws: CommandFailure.self) {
      _ = try destination.file(reading: ["-", scratch.file("file").string])
    }
    #expect(error?.status == .usage)
    let output = try destination.file(
      reading: [scratch.file("folder").string, "/dev/null", scratch.file("none").string])
    try output.write(Array("new".utf8))
    #expect(try scratch.contents()["link"] == "-> file" && scratch.text("file") == "new")
    let new = try OutputDestination(scratch.file("new").string)
    try new.file(reading: [scratch.file("new").string]).write([0x61])
    #expect(scratch.text("new") == "a")
    try OutputDestination("/dev/null").file(reading: []).write([0x61])
  }

  @Test func `An output file in a missing folder or without a name is a failure`() throws {
    #expect(throws: CommandFailure.self) { try OutputDestination("") }
    let output = try OutputDestination(scratch.path.pushing("none/a").string).file(reading: [])
    let error = #expect(throws: CommandFailure.self) { try output.write([0x61]) }
    #expect(error?.status == .inputOutput)
    _ = try OutputDestination(nil).file(reading: [scratch.file("file").string])
  }

  @Test func `Input is read to its end or to a limit`() throws {
    let text = String(repeating: "abc", count: 50_000)
    try scratch.write(text, to: "input")
    for (limit, count) in [(Int.max, 150_000), (150_000, 150_000), (70_000, 70_000), (0, 0)] {
      let file = try FileDescriptor.open(scratch.file("input"), .readOnly)
      defer { try? file.close() }
      #expect(try file.readAll(limit: limit) == Array(text.utf8.prefix(count)))
    }
  }
}

@Suite struct Children {
  @Test func `A program gets the input and returns its output, of any size`() throws {
    let input = Array(String(repeating: "line\n", count: 100_000).utf8)
    #expect(try ChildProcess.run(["cat"], input: input) == input)
    #expect(
      try ChildProcess.run(["printf", "%s", "caf\u{10FFE9}"], input: []) == Array("caf".utf8) + [
        0xE9
      ])
  }

  @Test func `A missing program and a failing one are different failures`() {
    func failure(_ words: [String]) -> String {
      do throws(ChildProcess.Failure) {
        _ = try ChildProcess.run(words, input: [])
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(failure(["no-such-program-of-uti"]) == "notFound")
    #expect(failure(["/etc/passwd"]) == "notFound")
    #expect(failure(["false"]) == "failed")
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 32, 1_000])
  func `Elements are mapped in order on all cores`(count: Int) {
    #expect(ConcurrentMap.map(Array(0..<count)) { $0 * 2 } == (0..<count).map { $0 * 2 })
  }
}
