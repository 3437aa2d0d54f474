import CUTISystemCalls
import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage
import UTIPlatform

/// Saves of one item run one at a time, also together with programs without the lock.
@Suite struct ItemLocksOnDisk {
  private let scratch: ScratchDirectory
  private let path: FilePath

  init() throws {
    scratch = try ScratchDirectory(["a": "old"])
    path = scratch.path.appending("a")
  }

  private func linkTwice() throws {
    try SystemFileStore().link(
      FileLocation(path), to: FileLocation(scratch.path.appending("other")))
  }

  private func save(
    _ text: String = "new", expecting: FileIdentity? = nil, patience: Duration = .seconds(10),
    store: any FileStore = SystemFileStore()
  ) throws(SafeWritingError) -> SaveOutcome {
    var options = SafeWriter.Options()
    options.patience = patience
    return try SafeWriter(store: store, options: options).write(
      to: path, .overwrite, expecting: expecting
    ) {
      try Data(text.utf8).write(to: URL(filePath: $0.string))
    }
  }

  private func identity() throws -> FileIdentity {
    var identity = try FileIdentity(of: FileLocation(path))
    identity.contentDigest = try Data(contentsOf: URL(filePath: path.string))
      .withUnsafeBytes(FileIdentity.digest)
    return identity
  }

  private func lock() throws -> FileDescriptor {
    let store = SystemFileStore()
    let file = try store.open(FileLocation(path), for: .reading)
    try #require(try store.lock(file, .exclusive))
    return file
  }

  @Test func `L7: A file that another process keeps locked is not overwritten in place`() throws {
    try linkTwice()
    let file = try lock()
    let error = #expect(throws: SafeWritingError.self) { try save(patience: .milliseconds(5)) }
    #expect(error?.code == .inUse && error?.isOriginalIntact == true)
    #expect(try scratch.contents() == ["a": "old", "other": "old"])
    try file.close()
    #expect(try save().strategy == .overwriteInPlace)
    #expect(try scratch.contents() == ["a": "new", "other": "new"])
  }

  @Test func `L11: A lock that is never released does not block a save that can compare`() throws {
    let file = try lock()
    #expect(try save(patience: .milliseconds(5)).strategy == .exchange)
    #expect(try scratch.contents() == ["a": "new"])
    try file.close()
  }

  @Test func `K10: A save waits for the previous one and then sees its contents`() throws {
    try linkTwice()
    let known = try identity()
    let file = try lock()
    let before = Thread { [path] in
      usleep(20_000)
      try? Data("theirs".utf8).write(to: URL(filePath: path.string))
      try? file.close()
    }
    before.start()
    let error = #expect(throws: SafeWritingError.self) { try save(expecting: known) }
    #expect(error?.code == .changedOnDisk)
    #expect(try scratch.contents() == ["a": "theirs", "other": "theirs"])
  }

  @Test func `L7: A save fails if another item replaces the file that it overwrites in place`()
    throws
  {
    try linkTwice()
    var opened = 0
    let meddler = Meddler {
      if case .truncate = $0 { opened += 1 }
      return opened == 1
    } _: { [path] in
      try Data("theirs".utf8).write(to: URL(filePath: path.string), options: .atomic)
    }
    let error = #expect(throws: SafeWritingError.self) {
      try save(store: InterposedFileStore(meddler))
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "theirs")
  }

  @Test(arguments: [false, true])
  func `D10, J3: Changed bytes with a reset modification time are detected`(
    _ isLinked: Bool
  ) throws {
    if isLinked { try linkTwice() }
    let known = try identity()
    // Clocks of old kernels tick slowly.
    usleep(20_000)
    let url = URL(filePath: path.string)
    let file = try FileHandle(forWritingTo: url)
    try file.write(contentsOf: Data("odd".utf8))
    try file.close()
    let store = SystemFileStore()
    let again = try store.open(FileLocation(path), for: .writing)
    try store.setModificationTime(known.modified, of: again)
    try store.close(again)
    #expect(try identity().modified == known.modified)
    let error = #expect(throws: SafeWritingError.self) { try save(expecting: known) }
    #expect(error?.code == .changedOnDisk)
    #expect(try String(contentsOf: url, encoding: .utf8) == "odd")
  }

  @Test func `L11: Two saves within one clock tick have two identities`() throws {
    for isLinked in [false, true] {
      if isLinked { try linkTwice() }
      var seen: Set<FileTime> = []
      for number in 0..<20 {
        let identity = try save("\(number % 10)").identity
        #expect(seen.insert(identity.modified).inserted)
        #expect(try FileIdentity(of: FileLocation(path)) == identity)
      }
    }
  }

  @Test func `L1: Recovery from a crash does not undo a later save of the same file`() throws {
    try linkTwice()
    // Killed before its first byte: the file was to become `newx`, with a copy of `old` next to it.
    let left = scratch.path.appending(".document-saving-1-0zz").string
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    try Data("old".utf8).write(to: URL(filePath: left + "/.document-old"))
    try Data("newx".utf8).write(to: URL(filePath: left + "/a"))
    #expect(try save("new", expecting: identity()).strategy == .overwriteInPlace)
    try SafeWriter().recover(at: path)
    #expect(try scratch.contents() == ["a": "new", "other": "new"])
  }

  @Test func `L1: A file that another process overwrites is not recovered`() throws {
    let left = scratch.path.appending(".document-saving-1-0zz").string
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    try Data("OLD".utf8).write(to: URL(filePath: left + "/.document-old"))
    try Data("old+".utf8).write(to: URL(filePath: left + "/a"))
    let file = try lock()
    var options = SafeWriter.Options()
    options.patience = .milliseconds(5)
    let report = try SafeWriter(options: options).recover(at: path)
    #expect(report.unresolved == [FilePath(left)])
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "old")
    try file.close()
    // A process that another test starts has the locks of the file and of the remains until its first
    // instruction. A recovery waits for the first lock only.
    options.patience = .seconds(600)
    let end = ContinuousClock.now + .seconds(600)
    var restored = 0
    while restored == 0, ContinuousClock.now < end {
      restored = try SafeWriter(options: options).recover(at: path).restored.count
    }
    #expect(restored == 1)
    #expect(try scratch.contents() == ["a": "OLD"])
  }
}
