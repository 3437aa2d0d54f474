import Foundation
import Synchronization
import TestSupport
import Testing
import UTIFileCoordination

/// Copies of items that are going to be sent elsewhere.
@Suite struct Uploads {
  @Test(.requires(.programs("python3")))
  func `A directory is provided as a zip archive, which is removed afterwards`() throws {
    let scratch = try ScratchDirectory([
      "Logs/a.txt": "first", "Logs/deep/b.txt": "second", "Logs/empty/": "",
    ])
    try FileManager.default.createSymbolicLink(
      at: scratch.url("Logs/link"), withDestinationURL: URL(filePath: "/etc/passwd"))
    var seen: (url: URL, names: String)?
    var error: NSError?
    NSFileCoordinator().coordinate(
      readingItemAt: scratch.url("Logs"), options: .forUploading, error: &error
    ) { url in
      let names = try? TestProgram.run(["python3", "-m", "zipfile", "-l", url.path])
      #expect(TestProgram.succeeds(["python3", "-m", "zipfile", "-t", url.path]))
      seen = (url, names?.output ?? "")
    }
    #expect(error == nil)
    let found = try #require(seen)
    #expect(found.url.lastPathComponent == "Logs.zip")
    for name in ["Logs/a.txt", "Logs/deep/b.txt", "Logs/empty/"] {
      #expect(found.names.contains(name))
    }
    #expect(!found.names.contains("link"))
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
