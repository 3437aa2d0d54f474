import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

@Suite struct VersionReplacing {
  private func component(_ bytes: [UInt8]) throws -> FilePath.Component {
    try #require(
      (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        $0.baseAddress.flatMap { FilePath.Component(platformString: $0) }
      })
  }

  @Test(
    "An item gets the extension of the version that replaces it, whatever bytes its name has",
    arguments: ["a", "a.tar", "\u{E9}"].flatMap { stem in
      [[], [0xFF]].map { $0 + Array(stem.utf8) }
    } as [[UInt8]],
    [Array(".md".utf8), [], [0x2E, 0xFE], Array(".\u{E9}".utf8)] as [[UInt8]])
  func extensions(stem: [UInt8], ending: [UInt8]) throws {
    // What follows the last period is an extension.
    guard !ending.isEmpty || !stem.contains(UInt8(ascii: ".")) else { return }
    let scratch = try ScratchDirectory(["old": "old", "new": "new"])
    let versions = scratch.versions()
    func place(_ ending: [UInt8]) throws -> FilePath {
      scratch.path.appending(try component(stem + ending))
    }
    let (first, other) = (try place(Array(".txt".utf8)), try place(ending))
    let store = versions.store
    try store.rename(
      FileLocation(scratch.file("old")), to: FileLocation(first), .replacing)
    let version = try versions.add(
      contentsOf: FileLocation(first), to: first, VersionNotes(), byMoving: false)
    // The item has another extension and other contents now.
    try store.removeFile(at: FileLocation(first))
    try store.rename(FileLocation(scratch.file("new")), to: FileLocation(other), .replacing)
    #expect(try versions.replaceAdoptingExtension(other, with: version) == first)
    #expect(try store.contents(of: FileLocation(first)) == Array("old".utf8))
    #expect(try store.statusIfPresent(of: FileLocation(other)) == nil)
    // A second time only the contents change.
    #expect(try versions.replaceAdoptingExtension(first, with: version) == first)
  }
}
