import Foundation
import Synchronization
import TestSupport
import Testing
import UTIFileCoordination

/// Copies of items that are going to be sent elsewhere.
@Suite struct Uploads {
  /// A program that prints the entries of an archive: name, system (3 for Unix), mode and contents.
  ///
  /// Reading the contents verifies their checksums.
  private static let listing = """
    import sys, zipfile
    with zipfile.ZipFile(sys.argv[1]) as archive:
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            print(entry.filename, entry.create_system, f"{mode:o}", archive.read(entry))
    """

  @Test(.requires(.programs("python3")))
  func `A directory is provided as a zip archive, which is removed afterwards`() throws {
    let scratch = try ScratchDirectory([
      "Logs/a.txt": "first", "Logs/deep/b.txt": "second", "Logs/empty/": "",
    ])
    try FileManager.default.createSymbolicLink(
      at: scratch.url("Logs/link"), withDestinationURL: URL(filePath: "/etc/passwd"))
    var seen: (url: URL, entries: String)?
    var error: NSError?
    NSFileCoordinator().coordinate(
      readingItemAt: scratch.url("Logs"), options: .forUploading, error: &error
    ) { url in
      let entries = try? TestProgram.run(["python3", "-c", Self.listing, url.path])
      seen = (url, entries?.output ?? "")
    }
    #expect(error == nil)
    let found = try #require(seen)
    #expect(found.url.lastPathComponent == "Logs.zip")
    #expect(
      found.entries == """
        Logs/ 3 40755 b''
        Logs/a.txt 3 100644 b'first'
        Logs/deep/ 3 40755 b''
        Logs/deep/b.txt 3 100644 b'second'
        Logs/empty/ 3 40755 b''
        """)
    #expect(!FileManager.default.fileExists(atPath: found.url.path))
  }

  @Test func `A file is provided as a separate copy`() throws {
    let scratch = try ScratchDirectory(["a.txt": "text"])
    let text = Mutex("")
    NSFileCoordinator().coordinate(
      readingItemAt: scratch.url("a.txt"), options: .forUploading
    ) { url in
      text.withLock { $0 = (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
      try? FileManager.default.removeItem(at: url)
    }
    #expect(text.withLock { $0 } == "text" && scratch.text("a.txt") == "text")
  }
}
