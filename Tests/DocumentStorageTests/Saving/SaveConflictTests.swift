import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct SaveConflicts {
  private func save(_ path: FilePath, store: any FileStore) throws(SafeWritingError) -> SaveOutcome
  {
    try SafeWriter(store: store).write(
      to: path, .overwrite, expecting: try? FileIdentity(of: FileLocation(path))
    ) {
      try Data("ours".utf8).write(to: URL(filePath: $0.string))
    }
  }

  @Test func `L11: Bytes that another process saves just before the exchange are kept`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    let meddler = Meddler {
      if case .rename(_, _, .exchanging) = $0 { true } else { false }
    } _: {
      try Data("theirs".utf8).write(to: URL(filePath: path.string), options: .atomic)
    }
    let outcome = try save(path, store: InterposedFileStore(meddler))
    let conflict = try #require(outcome.conflict)
    #expect(try String(contentsOfFile: conflict.string, encoding: .utf8) == "theirs")
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "ours")
    let report = try SafeWriter().recover(at: path)
    #expect(report.removed.isEmpty)
    #expect(try String(contentsOfFile: conflict.string, encoding: .utf8) == "theirs")
  }

  @Test func `D10: Bytes that another process saves during the write stop the save`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    let meddler = Meddler {
      if case .synchronize = $0 { true } else { false }
    } _: {
      try Data("theirs".utf8).write(to: URL(filePath: path.string))
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(path, store: InterposedFileStore(meddler))
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try directory.contents() == ["a": "theirs"])
  }

  @Test func `J3: Changed permissions, or equal bytes written again, are no conflict`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    var identity = try FileIdentity(of: FileLocation(path))
    identity.contentDigest = Array("old".utf8).withUnsafeBytes(FileIdentity.digest)
    #expect(chmod(path.string, 0o600) == 0)
    #expect(try identity.difference(to: FileIdentity(of: FileLocation(path))) == .attributes)
    try Data("old".utf8).write(to: URL(filePath: path.string), options: .atomic)
    try SafeWriter().write(to: path, .overwrite, expecting: identity) {
      try Data("new".utf8).write(to: URL(filePath: $0.string))
    }
    #expect(try directory.contents() == ["a": "new"])
  }

  @Test func `M4: Files that other programs add to a package after it was read stay`() throws {
    let directory = try ScratchDirectory(["p/index": "old", "p/sub/x": "x"])
    let path = directory.path.appending("p")
    let identity = try FileIdentity(of: FileLocation(path))
    for name in ["p/.git/HEAD", "p/sub/y"] {
      let url = URL(filePath: directory.path.pushing(FilePath(name)).string)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("theirs".utf8).write(to: url)
    }
    try SafeWriter().write(to: path, .overwrite, expecting: identity) {
      let url = URL(filePath: $0.string)
      try FileManager.default.createDirectory(
        at: url.appending(path: "sub"), withIntermediateDirectories: true)
      try Data("new".utf8).write(to: url.appending(path: "index"))
    }
    let contents = try directory.contents().filter { !$0.key.hasSuffix("/") }
    #expect(contents == ["p/index": "new", "p/.git/HEAD": "theirs", "p/sub/y": "theirs"])
  }

  @Test func `D10: An item that appears or changes during the write is not replaced`()
    throws
  {
    for contents in [["a": "old"], [:]] {
      let directory = try ScratchDirectory(contents)
      let path = directory.path.appending("a")
      let error = #expect(throws: SafeWritingError.self) {
        try SafeWriter().write(to: path, .createOrOverwrite) {
          try Data("ours".utf8).write(to: URL(filePath: $0.string))
          try Data("theirs".utf8).write(to: URL(filePath: path.string))
        }
      }
      #expect(error?.code == (contents.isEmpty ? .alreadyExists : .changedOnDisk))
      #expect(try directory.contents() == ["a": "theirs"])
    }
  }

  @Test func `M4: Files that other programs add to a package during the write stay`() throws {
    let directory = try ScratchDirectory(["p/text": "old", "p/sub/part": "old"])
    let path = directory.path.appending("p")
    let known = try FileIdentity(of: FileLocation(path))
    try directory.put("foreign", at: "p/gone")
    try directory.put("foreign", at: "p/changing")
    // The contents, and what others have put there until then, are in the new package already.
    let meddler = Meddler {
      if case .synchronize = $0 { true } else { false }
    } _: {
      try directory.put("late", at: "p/attachment")
      try directory.put("late", at: "p/sub/attachment")
      try Data("replaced".utf8).write(to: directory.url("p/changing"), options: .atomic)
      try FileManager.default.removeItem(at: directory.url("p/gone"))
    }
    let outcome = try SafeWriter(store: InterposedFileStore(meddler)).write(
      to: path, .overwrite, expecting: known
    ) {
      for name in ["text", "sub/part"] {
        let url = URL(filePath: $0.pushing(FilePath(name)).string)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("new".utf8).write(to: url)
      }
    }
    #expect(outcome.conflict == nil)
    #expect(
      try directory.contents().filter { !$0.key.hasSuffix("/") } == [
        "p/text": "new", "p/sub/part": "new", "p/attachment": "late", "p/sub/attachment": "late",
        "p/changing": "replaced",
      ])
  }

  @Test func `L3: Files of a running process are not swept`() throws {
    let directory = try ScratchDirectory(["a": "old"])
    let path = directory.path.appending("a")
    try SafeWriter().write(to: path, .overwrite) {
      try Data("new".utf8).write(to: URL(filePath: $0.string))
      let report = try SafeWriter().recover(at: path)
      #expect(report == RecoveryReport())
    }
    #expect(try directory.contents() == ["a": "new"])
  }
}
