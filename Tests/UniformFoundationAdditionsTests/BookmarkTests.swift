import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformFoundationAdditions

@Suite struct Bookmarks {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory(["folder/a.txt": "one", "folder/c.txt": "three"])
  }

  private func url(_ name: String) -> URL {
    URL(filePath: scratch.path.string).appending(path: name)
  }

  private func resolve(_ data: Data, relativeTo base: URL? = nil) throws -> (URL, isStale: Bool) {
    var isStale = false
    let url = try URL(
      resolvingBookmarkData: data, relativeTo: base, bookmarkDataIsStale: &isStale)
    return (url, isStale)
  }

  private func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(at: url(name), to: url(other))
  }

  @Test func `An item is found at its path, under another name, and after a replacement`() throws {
    let data = try url("folder/a.txt").bookmarkData()
    #expect(try resolve(data) == (url("folder/a.txt"), false))
    try move("folder/a.txt", to: "folder/b.txt")
    #expect(try resolve(data) == (url("folder/b.txt"), true))
    // Another item at the old path is not taken while the item exists.
    try Data("other".utf8).write(to: url("folder/a.txt"))
    #expect(try resolve(data) == (url("folder/b.txt"), true))
    try FileManager.default.removeItem(at: url("folder/b.txt"))
    #expect(try resolve(data) == (url("folder/a.txt"), true))
    try FileManager.default.removeItem(at: url("folder/a.txt"))
    let error = #expect(throws: CocoaError.self) { try resolve(data) }
    #expect(error?.code == .fileNoSuchFile)
  }

  @Test func `A relative bookmark is found after its directory was moved`() throws {
    let data = try url("folder/a.txt").bookmarkData(relativeTo: url("folder"))
    try move("folder", to: "moved")
    #expect(try resolve(data, relativeTo: url("moved")) == (url("moved/a.txt"), false))
    try move("moved/a.txt", to: "moved/b.txt")
    #expect(try resolve(data, relativeTo: url("moved")) == (url("moved/b.txt"), true))
    #expect(throws: CocoaError.self) { try resolve(data) }
  }

  @Test func `A missing item has no bookmark, and other data is refused`() throws {
    #expect(throws: CocoaError.self) { try url("none").bookmarkData() }
    #expect(throws: CocoaError.self) { try URL(string: "https://a/b")?.bookmarkData() }
    for data in [Data(), Data("book".utf8), Data("bplist00".utf8)] {
      let error = #expect(throws: CocoaError.self) { try resolve(data) }
      #expect(error?.code == .fileReadCorruptFile)
    }
  }

  @Test func `An alias is a link, and every other item is itself`() throws {
    try FileManager.default.createSymbolicLink(
      at: url("link"), withDestinationURL: url("folder/a.txt"))
    try FileManager.default.createSymbolicLink(
      at: url("broken"), withDestinationURL: url("folder/none"))
    let resolved = try URL(resolvingAliasFileAt: url("link"))
    #expect(try String(contentsOf: resolved, encoding: .utf8) == "one")
    #expect(resolved.lastPathComponent == "a.txt")
    #expect(try URL(resolvingAliasFileAt: url("folder/c.txt")) == url("folder/c.txt"))
    for name in ["broken", "none"] {
      let error = #expect(throws: CocoaError.self) { try URL(resolvingAliasFileAt: url(name)) }
      #expect(error?.code == .fileNoSuchFile, "\(name)")
    }
  }
}
