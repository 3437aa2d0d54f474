import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// A clock that is set to another time between saves.
@Suite struct ClockJumps {
  @Test(.requires(.programs("faketime")), arguments: ["2001-01-01", "2037-12-31", "1971-01-01"])
  func `Saves before and after a jump of the clock replace each other`(_ date: String) throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.file("a.txt").string
    for (text, prefix) in [("one", []), ("two", ["faketime", date]), ("three", [])] {
      let result = try TestProgram.run(prefix + [TestProgram.saveProbe, "save", path, text])
      #expect(result.output == "exchange", "\(text)")
      #expect(try directory.contents() == ["a.txt": text])
    }
  }

  @Test func `Versions that are kept after the clock was set back stay`() throws {
    let scratch = try ScratchDirectory(["a.txt": "now"])
    let path = scratch.file("a.txt")
    let clock = VersionClock()
    var versions = scratch.versions()
    versions.now = { clock.now }
    versions.limits.newest = 3
    for number in 1...3 {
      clock.advance(by: 60)
      try versions.addText("before \(number)", of: path, in: scratch)
    }
    clock.advance(by: -365 * 86_400)
    for number in 1...3 {
      clock.advance(by: 60)
      try versions.addText("after \(number)", of: path, in: scratch)
      versions.thin(path)
    }
    let texts = Set(try versions.texts(of: path))
    #expect(texts.isSuperset(of: ["after 1", "after 2", "after 3"]))
    #expect(texts.isSuperset(of: ["before 1", "before 2", "before 3"]))
    clock.advance(by: 60)
    try versions.addText("after 4", of: path, in: scratch)
    versions.thin(path)
    #expect(try versions.texts(of: path).count { $0.hasPrefix("after") } == 3)
  }
}
