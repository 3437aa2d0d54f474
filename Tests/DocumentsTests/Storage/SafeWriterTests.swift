import Documents
import Foundation
import SystemPackage
import Testing

@Suite struct SafeWriting {
  private func write(_ text: String, to path: FilePath) throws {
    try Data(text.utf8).write(to: URL(filePath: path.string))
  }

  @Test func `L1: A new file is created under its name, and nothing else stays`() throws {
    let directory = try ScratchDirectory()
    let outcome = try SafeWriter().write(to: directory.path.appending("a.txt"), .create) {
      try write("new", to: $0)
    }
    #expect(outcome.strategy == .createExclusively)
    #expect(outcome.durability == .full)
    #expect(try directory.contents() == ["a.txt": "new"])
    #expect(try outcome.identity == FileIdentity(of: FileLocation(outcome.path)))
  }

  @Test func `L1: A file is replaced by an exchange, and nothing else stays`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let outcome = try SafeWriter().write(to: directory.path.appending("a.txt"), .overwrite) {
      #expect($0.lastComponent == "a.txt")
      try write("new", to: $0)
    }
    #expect(outcome.strategy == .exchange)
    #expect(try directory.contents() == ["a.txt": "new"])
  }

  @Test func `D8: Creating never replaces an item, a link that leads nowhere included`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    try FileManager.default.createSymbolicLink(
      atPath: directory.path.appending("link").string, withDestinationPath: "nowhere")
    for name in ["a.txt", "link"] {
      let error = #expect(throws: SafeWritingError.self) {
        try SafeWriter().write(to: directory.path.appending(name), .create) {
          try write("new", to: $0)
        }
      }
      #expect(error?.code == .alreadyExists)
      #expect(error?.isOriginalIntact == true)
    }
    #expect(try directory.contents() == ["a.txt": "old", "link": "-> nowhere"])
  }

  @Test func `D10: A file that is not the expected one is not overwritten`() throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.path.appending("a.txt")
    let identity = try FileIdentity(of: FileLocation(path))
    try write("somebody else's", to: path)
    let error = #expect(throws: SafeWritingError.self) {
      try SafeWriter().write(to: path, .overwrite, expecting: identity) {
        try write("new", to: $0)
      }
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try directory.contents() == ["a.txt": "somebody else's"])
  }
}
