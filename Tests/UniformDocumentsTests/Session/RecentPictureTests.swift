import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The pictures of recent documents that other programs have made.
@Suite @MainActor struct RecentPictures {
  private let scratch: ScratchDirectory
  private let browser: DocumentBrowser
  private let modified = Date(timeIntervalSince1970: 1_800_000_000.75)

  init() throws {
    scratch = try ScratchDirectory(["a b.txt": "text", "c.txt": "text", "state/list": ""])
    let controller = DocumentController.forNotes(in: scratch)
    browser = DocumentBrowser(controller: controller)
    browser.thumbnails.directory = scratch.path.appending("thumbnails")
    for name in ["a b.txt", "c.txt"] {
      controller.noteNewRecentDocumentURL(scratch.url(name))
      try FileManager.default.setAttributes(
        [.modificationDate: modified], ofItemAtPath: scratch.url(name).path)
    }
  }

  /// Makes a picture as file managers do, without a picture in it.
  private func makePicture(
    of name: String, size: String = "large", uri: String? = nil, modified: String = "1800000000"
  ) throws {
    let own = "file://" + scratch.path.string + "/" + name.replacing(" ", with: "%20")
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    for (kind, contents) in [
      ("IHDR", "0123456789abc"), ("tEXt", "Thumb::URI\0" + (uri ?? own)),
      ("tEXt", "Thumb::MTime\0" + modified), ("IDAT", ""),
    ] {
      bytes +=
        [0, 0, 0, UInt8(contents.utf8.count)] + Array((kind + contents).utf8) + [0, 0, 0, 0]
    }
    let folder = scratch.url("thumbnails/" + size)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: MD5.digest(own.utf8) + ".png"))
  }

  private func pictures() async -> [String?] {
    await browser.controller.recentDocumentList.finish()
    return browser.recents.map { $0.thumbnail?.deletingLastPathComponent().lastPathComponent }
  }

  @Test func `A recent document has a name, a place, a type and the best thumbnail`() async throws {
    #expect(await pictures() == [nil, nil])
    try makePicture(of: "a b.txt", size: "normal")
    #expect(await pictures() == [nil, "normal"])
    try makePicture(of: "a b.txt")
    #expect(await pictures() == [nil, "large"])
    let recent = try #require(browser.recents.last)
    #expect(recent.name == "a b" && recent.url == scratch.url("a b.txt") && recent.id == recent.url)
    #expect(recent.place == scratch.path.string && recent.type == "public.plain-text")
  }

  @Test func `A thumbnail of another file is not shown`() async throws {
    try makePicture(of: "a b.txt", modified: "1800000001")
    try makePicture(of: "c.txt", uri: "file:///c.txt")
    #expect(await pictures() == [nil, nil])
    browser.thumbnails.directory = nil
    #expect(await pictures() == [nil, nil])
  }

  @Test func `A file that is no picture has no text chunks, wherever it is cut`() throws {
    #expect(ThumbnailCache.texts(inPNG: Array("tEXt".utf8)).isEmpty)
    let head: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let text = Array("tEXta\0b".utf8) + [0, 0, 0, 0]
    let whole = head + [0, 0, 0, 3] + text
    #expect(ThumbnailCache.texts(inPNG: whole) == ["a": "b"])
    for count in head.count..<whole.count {
      #expect(ThumbnailCache.texts(inPNG: Array(whole.prefix(count))).isEmpty)
    }
    #expect(ThumbnailCache.texts(inPNG: head + [255, 255, 255, 255] + text).isEmpty)
    #expect(ThumbnailCache.texts(inPNG: head + [0, 0, 0, 1] + Array("tEXta".utf8) + text).isEmpty)
  }

  @Test(
    "Digests equal the examples of RFC 1321 and of the thumbnail standard",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
      ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
    ])
  func digests(text: String, digest: String) {
    #expect(MD5.digest(text.utf8) == digest)
  }

  @Test("Digests of every length near a block equal the results of coreutils")
  func padding() {
    // Results of md5sum for texts of the letter a, with lengths around the end of a block.
    let expected = [
      55: "ef1772b6dff9a122358552954ad0df65", 56: "3b0c8ac703f828b04c6c197006d17218",
      63: "b06521f39153d618550606be297466d5", 64: "014842d480b571495a4a0363793f7367",
    ]
    for (count, digest) in expected {
      #expect(MD5.digest(Array(repeating: UInt8(ascii: "a"), count: count)) == digest)
    }
  }
}
