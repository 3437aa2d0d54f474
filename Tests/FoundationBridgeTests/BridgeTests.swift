import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIFoundationBridge

@Suite struct URLPaths {
  private static func path(_ bytes: [UInt8]) -> FilePath {
    FilePath(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func `Every byte of a name survives the way to a URL and back`() throws {
    for byte in UInt8(1)...255 where byte != UInt8(ascii: "/") {
      let path = Self.path(Array("/d/a".utf8) + [byte] + Array("z".utf8))
      #expect(try FilePath(of: URL(of: path)) == path, "\(byte)")
      let folder = URL(of: path, directoryHint: .isDirectory)
      #expect(folder.hasDirectoryPath)
      #expect(try FilePath(of: folder) == path, "\(byte)")
    }
  }

  @Test(
    arguments: [
      ("file:///a%20b", "/a b"), ("file:///a%25b", "/a%b"), ("file:///caf%C3%A9", "/café"),
      ("file:///", "/"), ("file:///plain", "/plain"),
    ])
  func `Escapes of a file URL are decoded`(text: String, path: String) throws {
    #expect(try FilePath(of: #require(URL(string: text))) == FilePath(path))
  }

  @Test func `A URL of the network and one with a null byte have no path`() throws {
    let web = try #require(URL(string: "https://example.org/a"))
    let null = try #require(URL(string: "file:///etc/passwd%00.txt"))
    #expect(throws: UnusablePath.noFile(web)) { try FilePath(of: web) }
    #expect(throws: UnusablePath.nullByte(null)) { try FilePath(of: null) }
    #expect(FilePath(resolving: web) == nil && FilePath(resolving: null) == nil)
  }

  @Test func `Links are resolved, also in the folder of an item that does not exist yet`() throws {
    let scratch = try ScratchDirectory(["folder/file": ""])
    #expect(scratch.file("link").withPlatformString { symlink("folder", $0) } == 0)
    let whole = try #require(scratch.path.resolved)
    #expect(
      FilePath(resolving: scratch.url("link/file")) == whole.pushing("folder/file"))
    #expect(FilePath(resolving: scratch.url("link/new")) == whole.pushing("folder/new"))
    #expect(FilePath(resolving: scratch.url("folder/../folder/")) == whole.pushing("folder"))
    let missing = try #require(FilePath(resolving: scratch.url("none/sub/../new")))
    #expect(missing.components.map(\.string).suffix(2) == ["none", "new"])
  }

  @Test func `A name that is not UTF-8 is shown with replacement characters`() {
    let url = URL(of: Self.path(Array("/d/caf".utf8) + [0xE9] + Array(".txt".utf8)))
    #expect(url.itemName == "caf\u{FFFD}.txt" && url.itemExtension == "txt")
    let plain = URL(filePath: "/d/café.txt")
    #expect(plain.itemName == "café.txt" && plain.itemExtension == "txt")
    #expect(Self.path([0x2F, 0xE9]).text == nil)
  }
}

@Suite struct Dates {
  @Test(
    arguments: [
      (0, 0), (1_700_000_000, 250_000_000), (-1, 500_000_000), (-86_400, 0),
    ] as [(Int64, UInt32)])
  func `A time and its date lead to each other, also before 1970`(
    seconds: Int64, nanoseconds: UInt32
  ) {
    let time = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    #expect(FileTime(of: time.date) == time)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func `A date that no time can state is the beginning of 1970`(interval: Double) {
    let time = FileTime(of: Date(timeIntervalSince1970: interval))
    #expect(time == FileTime(seconds: 0, nanoseconds: 0))
  }

  @Test func `Nanoseconds count from the second before`() {
    let time = FileTime(of: Date(timeIntervalSince1970: -0.25))
    #expect(time == FileTime(seconds: -1, nanoseconds: 750_000_000))
  }
}
