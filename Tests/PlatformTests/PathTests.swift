import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@Suite struct PercentEncodings {
  @Test func `Every byte survives encoding, and only unreserved characters stay as they are`() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = PercentEncoding.encoded(bytes)
    #expect(PercentEncoding.decoded(text.utf8) == bytes)
    #expect(PercentEncoding.encoded("a-._~!$&'()*+,;=:@/Z09".utf8) == "a-._~!$&'()*+,;=:@/Z09")
    #expect(PercentEncoding.encoded(" %?#\u{7}é".utf8) == "%20%25%3F%23%07%C3%A9")
  }

  @Test(arguments: ["%", "%4", "a%", "%zz", "%4g", "%g4", "%%", "100%"])
  func `A sign without two digits is an ordinary byte`(text: String) {
    #expect(PercentEncoding.decoded(text.utf8) == Array(text.utf8))
  }

  @Test func `Digits of either case are read, also at the end`() {
    #expect(PercentEncoding.decoded("%c3%A9%41".utf8) == Array("éA".utf8))
    #expect(PercentEncoding.decoded("%%41".utf8) == Array("%A".utf8))
  }
}

@Suite struct FileNames {
  @Test func `A name is shortened to 255 bytes before its suffix, by whole characters`() {
    let longest = String(repeating: "a", count: FileName.longest)
    #expect(FileName.joined(longest, extension: "") == longest)
    #expect(FileName.joined(longest + "a", extension: "") == longest)
    #expect(FileName.joined(longest, extension: "txt")?.utf8.count == 255)
    #expect(FileName.joined(longest, extension: "txt")?.hasSuffix("a.txt") == true)
    // 255 is odd, and a character of two bytes is not divided.
    #expect(FileName.joined(String(repeating: "é", count: 200), extension: "")?.utf8.count == 254)
    #expect(FileName.joined("a", extension: "png") == "a.png")
  }

  @Test func `A suffix without room for any character has no name`() {
    #expect(
      FileName.joined("ab", extension: String(repeating: "x", count: 253)) == "a."
        + String(repeating: "x", count: 253))
    #expect(FileName.joined("ab", extension: String(repeating: "x", count: 254)) == nil)
  }

  @Test(
    arguments: [
      ("a.txt", "a 2.txt"), ("a", "a 2"), ("a.tar.gz", "a.tar 2.gz"), (".hidden", ".hidden 2"),
      ("a.", "a 2."),
    ])
  func `A number goes before the extension`(name: String, numbered: String) {
    #expect(FileName.numbered(FilePath("/x/\(name)"), 2) == FilePath("/x/\(numbered)"))
  }

  @Test func `A path without a name has no number`() {
    #expect(FileName.numbered(FilePath("/"), 2) == "/")
  }
}

@Suite struct Paths {
  static let stray: [UInt8] = Array("/d/caf".utf8) + [0xE9]

  @Test func `A path of stray bytes is text and the same path again`() {
    let path = FilePath(platformString: Self.stray.map { CChar(bitPattern: $0) } + [0])
    #expect(path.text == "/d/caf\u{10FFE9}")
    #expect(FilePath(text: path.text) == path)
    #expect(path.lastComponent?.bytes == Array("caf".utf8) + [0xE9])
    #expect(FilePath("/d").appending(text: "caf\u{10FFE9}") == path)
    let bytes = LosslessText.withPlatformString(path.text) {
      Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
    }
    #expect(bytes == Self.stray)
  }

  @Test(
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
      ("/a/b", "/", true), ("a/b", "a", true), ("/a", "", true), ("a", "", false),
    ])
  func `A path is within a directory by whole names`(
    path: String, directory: String, isWithin: Bool
  ) {
    #expect(FilePath(path).isWithin(FilePath(directory)) == isWithin)
  }

  @Test(
    arguments: [
      ("/a/b", "/a/", "b"), ("b", "", "b"), ("/b", "/", "b"), ("/", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func `A path is divided at its last slash`(path: String, parent: String?, name: String?) {
    let parts = FilePath(path).splitAtLastName
    #expect(parts?.name.string == name)
    #expect(parts?.parent == parent.map { FilePath($0) })
  }

  @Test func `The start of a name is compared as bytes`() {
    let name: FilePath.Component = ".save-1"
    #expect(name.begins(with: ".save") && name.begins(with: "") && !name.begins(with: ".Save"))
    #expect(!name.begins(with: ".save-12") && FilePath(name: name) == ".save-1")
  }

  @Test func `Links are resolved, and questions about an item follow them or not`() throws {
    let scratch = try ScratchDirectory(["folder/file": "x"])
    let link = scratch.file("link")
    let dangling = scratch.file("dangling")
    for (path, target) in [(link, "folder/file"), (dangling, "nothing")] {
      #expect(path.withPlatformString { symlink(target, $0) } == 0)
    }
    let whole = try #require(scratch.path.resolved)
    #expect(link.resolved == whole.pushing("folder/file"))
    #expect(dangling.resolved == nil)
    #expect(link.leadsToFile && !link.leadsToDirectory && link.namesItem)
    #expect(!dangling.leadsToFile && dangling.namesItem && !scratch.file("none").namesItem)
    #expect(scratch.file("folder").leadsToDirectory && !scratch.file("folder").leadsToFile)
    #expect(link.withPlatformString { FilePath(destinationOf: $0, in: AT_FDCWD) } == "folder/file")
    let file = try FileDescriptor.open(link, .readOnly)
    defer { try? file.close() }
    #expect(FilePath(of: file) == whole.pushing("folder/file"))
    #expect(FilePath.currentDirectory?.isAbsolute == true)
  }
}
