import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform

/// Moves from a file system in memory to the file system of temporary files.
@Suite(.requires(.twoFileSystems)) struct MovesAcrossFileSystems {
  private let near: ScratchDirectory
  private let far: ScratchDirectory
  private let store = SystemFileStore()

  init() throws {
    near = try ScratchDirectory(["a.txt": "text", "p.pack/index": "index", "p.pack/sub/x": "x"])
    far = try ScratchDirectory(["taken.txt": "theirs"], in: "/tmp")
  }

  private func contents(_ directory: ScratchDirectory) throws -> [String: String] {
    try directory.contents().filter { !$0.key.hasSuffix("/") }
  }

  @Test func `A file moves with its permissions, times and extended attributes`() throws {
    let source = near.file("a.txt")
    #expect(chmod(source.string, 0o640) == 0)
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 123_000_000)
    try store.withOpen(FileLocation(source), for: .writing) { file throws(FileStoreError) in
      try? store.setExtendedAttribute("user.note", to: Array("kept".utf8), of: file)
      try store.setModificationTime(time, of: file)
    }
    let place = try SafeWriter().move(source, to: far.file("b.txt"))
    #expect(place == far.file("b.txt"))
    #expect(far.text("b.txt") == "text" && near.text("a.txt") == nil)
    let status = try store.status(of: FileLocation(place))
    #expect(status.permissions.rawValue == 0o640)
    #expect(status.modified == time)
    #expect(try near.contents().keys.allSatisfy { !$0.contains(".document-") })
    let names = try store.withOpen(FileLocation(place), for: .reading) {
      file throws(FileStoreError) in try store.extendedAttributeNames(of: file)
    }
    #expect(names.contains("user.note"))
  }

  @Test func `A package moves whole, and a symbolic link moves as a link`() throws {
    _ = try SafeWriter().move(near.file("p.pack"), to: far.file("p.pack"))
    #expect(far.text("p.pack/sub/x") == "x" && near.text("p.pack/index") == nil)
    try FileManager.default.createSymbolicLink(
      atPath: near.file("link").string, withDestinationPath: "nowhere")
    _ = try SafeWriter().move(near.file("link"), to: far.file("link"))
    #expect(try far.contents()["link"] == "-> nowhere")
    #expect(try near.contents()["link"] == nil)
  }

  @Test func `An existing name is an error, or gets a number`() throws {
    let error = #expect(throws: SafeWritingError.self) {
      try SafeWriter().move(near.file("a.txt"), to: far.file("taken.txt"))
    }
    #expect(error?.code == .alreadyExists)
    #expect(near.text("a.txt") == "text" && far.text("taken.txt") == "theirs")
    let place = try SafeWriter().move(
      near.file("a.txt"), to: far.file("taken.txt"), onCollision: .numbers)
    #expect(place == far.file("taken 2.txt"))
    #expect(far.text("taken 2.txt") == "text" && far.text("taken.txt") == "theirs")
  }

  @Test func `An item that another program changes during the copy stays at its path`() throws {
    let meddler = Meddler {
      // The copy gets its name.
      if case .rename(_, let new, .exclusively) = $0 { new.path == "b.txt" } else { false }
    } _: {
      try Data("theirs".utf8).write(to: near.url("a.txt"))
    }
    let error = #expect(throws: SafeWritingError.self) {
      try SafeWriter(store: InterposedFileStore(meddler))
        .move(near.file("a.txt"), to: far.file("b.txt"))
    }
    #expect(error?.code == .changedOnDisk)
    #expect(near.text("a.txt") == "theirs")
    #expect(try contents(far) == ["taken.txt": "theirs"])
    #expect(try near.contents().keys.allSatisfy { !$0.contains(".document-") })
  }

  @Test(arguments: ["a.txt", "p.pack"])
  func `If any call fails, the item is complete at one of both paths`(_ name: String) throws {
    var index = 0
    var outcomes: Set<String> = []
    while true {
      let (near, far) = (
        try ScratchDirectory(["a.txt": "text", "p.pack/index": "index", "p.pack/sub/x": "x"]),
        try ScratchDirectory(in: "/tmp")
      )
      let before = try contents(near)
      let number = index
      let recorder = CallRecorder { _, call in call == number ? .ioError : nil }
      let result = Result { () throws(SafeWritingError) in
        try SafeWriter(store: recorder.store).move(near.file(name), to: far.file(name))
      }
      let (left, arrived) = (try contents(near), try contents(far))
      let item = before.filter { $0.key.hasPrefix(name) }
      switch result {
      case .success:
        // What could not be removed is hidden, and removed by the next opening.
        #expect(arrived.filter { $0.key.hasPrefix(name) } == item, "call \(index)")
        #expect(left.filter { $0.key.hasPrefix(name) }.isEmpty, "call \(index)")
        outcomes.insert("moved")
      case .failure:
        #expect(left == before, "call \(index): \(recorder.calls[index])")
        #expect(arrived.isEmpty, "call \(index): \(recorder.calls[index])")
        outcomes.insert("stays")
      }
      if recorder.calls.count <= index { break }
      index += 1
    }
    #expect(index > 20 && outcomes == ["moved", "stays"])
  }
}
