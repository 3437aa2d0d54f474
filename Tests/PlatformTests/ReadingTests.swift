import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@Suite struct RegularFiles {
  private static func failure(_ body: () throws(RegularFile.Failure) -> Void) -> String {
    do throws(RegularFile.Failure) {
      try body()
      return "none"
    } catch {
      switch error {
      case .notRegular: return "not regular"
      case .tooLarge(let size): return "too large: \(size)"
      case .system(let error): return "\(error)"
      }
    }
  }

  @Test func `A file of the greatest size is read, and one with another byte is not`() throws {
    let scratch = try ScratchDirectory(["a": "12345", "empty": ""])
    let path = scratch.file("a")
    #expect(try RegularFile(at: path, limit: 5).bytes == Array("12345".utf8))
    #expect(try RegularFile(at: path).status.size == 5)
    #expect(try RegularFile(at: scratch.file("empty"), limit: 0).bytes.isEmpty)
    #expect(
      Self.failure { () throws(RegularFile.Failure) in _ = try RegularFile(at: path, limit: 4) }
        == "too large: 5")
    #expect(try RegularFile.head(at: path, count: 3) == Array("123".utf8))
    #expect(try RegularFile.head(at: path, count: 9) == Array("12345".utf8))
  }

  @Test func `Directories, pipes and devices are not read, and opening a pipe does not wait`()
    throws
  {
    let scratch = try ScratchDirectory(["folder/": ""])
    let pipe = scratch.file("pipe")
    #expect(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    for path in [pipe, scratch.file("folder"), "/dev/null"] {
      #expect(
        Self.failure { () throws(RegularFile.Failure) in _ = try RegularFile(at: path) }
          == "not regular")
      #expect(
        Self.failure { () throws(RegularFile.Failure) in
          _ = try RegularFile.head(at: path, count: 1)
        } == "not regular")
    }
    #expect(
      Self.failure { () throws(RegularFile.Failure) in
        _ = try RegularFile(at: scratch.file("none"))
      } == "\(Errno.noSuchFileOrDirectory)")
  }

  @Test func `A file whose size the system does not know is read to its end`() throws {
    let file = try RegularFile(at: "/proc/self/status")
    #expect(file.status.size == 0)
    #expect(String(decoding: file.bytes, as: UTF8.self).hasPrefix("Name:"))
    #expect(
      Self.failure { () throws(RegularFile.Failure) in
        _ = try RegularFile(at: "/proc/self/status", limit: 10)
      }.hasPrefix("too large"))
  }

  @Test(arguments: [false, true])
  func `A file in memory has the bytes of the file`(isMapped: Bool) throws {
    let text = String(repeating: "abcdefg\n", count: 2_000)
    let scratch = try ScratchDirectory(["a": text])
    let file = try FileDescriptor.open(scratch.file("a"), .readOnly)
    defer { try? file.close() }
    let image = try #require(FileImage(file, size: text.utf8.count, isMapped: isMapped))
    #expect(Array(image.bytes) == Array(text.utf8))
    let part = try #require(FileImage(file, size: 5, isMapped: isMapped))
    #expect(Array(part.bytes) == Array("abcde".utf8))
  }

  @Test func `A copy of more bytes than the file has is refused`() throws {
    let scratch = try ScratchDirectory(["a": "abc"])
    let file = try FileDescriptor.open(scratch.file("a"), .readOnly)
    defer { try? file.close() }
    #expect(FileImage(file, size: 4, isMapped: false) == nil)
  }

  @Test func `The lost bytes of a mapped file that is truncated read as zeros`() throws {
    let scratch = try ScratchDirectory(["a": String(repeating: "x", count: 3 * 65_536)])
    let path = scratch.file("a")
    let file = try FileDescriptor.open(path, .readOnly)
    defer { try? file.close() }
    let image = try #require(FileImage(file, size: 3 * 65_536, isMapped: true))
    let lossCount = FileImage.lossCount
    #expect(path.withPlatformString { truncate($0, 65_536) } == 0)
    #expect(image.bytes[0] == UInt8(ascii: "x"))
    #expect(image.bytes[2 * 65_536 + 1] == 0)
    #expect(FileImage.lossCount > lossCount)
  }
}

@Suite struct Directories {
  @Test func `A listing has the names in the order of their bytes, with kinds`() throws {
    let scratch = try ScratchDirectory(["b": "", "a/": "", "B": "", "é": "", "a.b": ""])
    #expect(scratch.file("link").withPlatformString { symlink("b", $0) } == 0)
    let listing = try DirectoryListing(of: scratch.path)
    #expect(listing.names == ["B", "a", "a.b", "b", "link", "é"])
    let kinds = Dictionary(uniqueKeysWithValues: listing.items.map { ($0.name, $0.kind) })
    #expect(kinds["a"] == .directory && kinds["b"] == .regular && kinds["link"] == .symbolicLink)
    #expect(listing.identity == (try FileStatus(of: scratch.path)).item)
    #expect(try DirectoryListing(of: scratch.path, limit: 2).items.count == 2)
    #expect(try DirectoryListing(at: scratch.path.string).names == listing.names)
  }

  @Test func `A name of stray bytes is listed as text that names it`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path.appending(text: "caf\u{10FFE9}")
    try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: [.ownerRead]).close()
    #expect(DirectoryListing.readableNames(in: scratch.path) == ["caf\u{10FFE9}"])
    #expect(FileStatus.present(at: scratch.path.text + "/caf\u{10FFE9}")?.kind == .regular)
  }

  @Test func `What is not a directory is an error, and has no readable names`() throws {
    let scratch = try ScratchDirectory(["file": ""])
    #expect(throws: Errno.notDirectory) { try DirectoryListing(of: scratch.file("file")) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try DirectoryListing(of: scratch.file("none")) }
    #expect(DirectoryListing.readableNames(in: scratch.file("file")).isEmpty)
    #expect(
      scratch.file("none").withPlatformString {
        DirectoryEntries.readableNames(inDirectory: $0)
      } == [])
  }

  @Test func `Readers of one descriptor are independent, and a start selects names`() throws {
    let scratch = try ScratchDirectory([".save-1": "", ".save-2": "", "other": ""])
    let directory = try FileDescriptor.open(scratch.path, .readOnly, options: [.directory])
    defer { try? directory.close() }
    for _ in 0..<2 {
      var entries = try DirectoryEntries(directory.rawValue)
      let names = try entries.names(beginningWith: ".save").map(\.string)
      #expect(names.sorted() == [".save-1", ".save-2"])
    }
    var entries = try DirectoryEntries(directory.rawValue)
    #expect(try entries.names().count == 3)
    #expect(throws: Errno.badFileDescriptor) { _ = try DirectoryEntries(-1).descriptor }
    let limited = scratch.path.withPlatformString {
      DirectoryEntries.readableNames(inDirectory: $0, limit: 2)
    }
    #expect(limited.count == 2)
  }
}
