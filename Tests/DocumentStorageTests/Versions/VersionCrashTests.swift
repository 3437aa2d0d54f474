import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// The versions after crashes and failures.
@Suite struct VersionCrashTests {
  /// Gives what versions a disk holds that is built elsewhere the place that they have there.
  private func versions(in scratch: ScratchDirectory, of item: FilePath) throws -> VersionStore {
    let versions = scratch.versions()
    let root = scratch.versionsPath
    for name in (try? versions.store.names(at: FileLocation(root))) ?? []
    where !VersionStore.isHidden(name) {
      let place = root.appending(VersionStore.key(of: versions.resolvedPath(ofItem: item)))
      try versions.store.rename(
        FileLocation(root.appending(name)), to: FileLocation(place), .replacing)
    }
    return versions
  }

  private func eachCrash(
    of files: [String: String], after change: (ScratchDirectory, any FileStore) throws -> Void,
    _ check: (ScratchDirectory, _ isComplete: Bool) throws -> Void
  ) throws {
    let scratch = try ScratchDirectory(files)
    let recording = try RecordingObserver(scratch.path)
    try change(scratch, InterposedFileStore(recording))
    let states = CrashStates(recording: recording)
    var seen: Set<[Int: DiskModel.Item]> = []
    for count in 0...recording.steps.count {
      try states.forEach(after: count) { disk in
        let isComplete = count == recording.steps.count
        guard seen.insert(disk.reachable).inserted || isComplete else { return }
        let built = try ScratchDirectory()
        try disk.build(in: built.path)
        try check(built, isComplete)
      }
    }
    print("crash states of versions: \(recording.steps.count) steps, \(seen.count) disks")
    #expect(seen.count > 10)
  }

  @Test("A crash while a copy is kept leaves a complete version or nothing")
  func copying() throws {
    let text = String(repeating: "contents ", count: 50)
    var found: Set<[String]> = []
    try eachCrash(of: ["a.txt": text, "state/": ""]) { scratch, store in
      let item = FileLocation(scratch.file("a.txt"))
      _ = try scratch.versions(store: store).add(
        contentsOf: item, to: scratch.file("a.txt"), VersionNotes(), byMoving: false)
    } _: { built, isComplete in
      let item = built.file("a.txt")
      let versions = try versions(in: built, of: item)
      let texts = try versions.texts(of: item)
      found.insert(texts)
      #expect(texts == [text] || texts == [] && !isComplete)
      #expect(try built.contents()["a.txt"] == text)
    }
    #expect(found == [[text], []])
  }

  @Test("L15: a crash during a move of contents into the store loses no contents")
  func moving() throws {
    try eachCrash(of: ["a.txt": "current", "old": "old contents", "state/": ""]) {
      scratch, store in
      _ = try scratch.versions(store: store).add(
        contentsOf: FileLocation(scratch.file("old")), to: scratch.file("a.txt"),
        VersionNotes(), byMoving: true)
    } _: { built, isComplete in
      let item = built.file("a.txt")
      let contents = try built.contents()
      let isThere = contents["old"] == "old contents"
      let texts = try versions(in: built, of: item).texts(of: item)
      #expect(texts == (isThere ? [] : ["old contents"]), "\(contents)")
      if isComplete { #expect(!isThere) }
    }
  }

  @Test("L1, L15: a crash in a save that keeps versions leaves the old or the new document")
  func saving() throws {
    var versionsFound: Set<[String]> = []
    try eachCrash(of: ["a.txt": "old", "state/": ""]) { scratch, store in
      var writer = SafeWriter(store: store)
      writer.keeping = VersionKeeping(in: scratch.versions(store: store), VersionNotes())
      try writer.write(to: scratch.file("a.txt"), .overwrite) { path in
        let file = try store.createFile(at: FileLocation(path), permissions: .ownerReadWrite)
        try Array("new".utf8).withUnsafeBytes { try store.writeAll($0, to: file) }
        try store.close(file)
      }
    } _: { built, isComplete in
      let item = built.file("a.txt")
      try SafeWriter().recover(at: item)
      // What recovery keeps next to the item is not a version that was made.
      let versions = try versions(in: built, of: item).versions(of: item)
      let texts = try versions.filter(\.isStored).map { try $0.text }
      versionsFound.insert(texts)
      let current = try built.contents()["a.txt"]
      #expect(current == "old" && texts == [] || current == "new" && ["old"] >= texts)
      if isComplete { #expect(texts == ["old"]) }
      #expect(!(try built.contents().keys.contains { $0.contains(".document-saving-") }))
    }
    #expect(versionsFound == [[], ["old"]])
  }

  /// Makes one call fail.
  private final class Fault: StoreObserver {
    let index: Int
    let errno: Errno
    private(set) var count = 0
    private(set) var openFiles = 0

    init(at index: Int, _ errno: Errno) {
      self.index = index
      self.errno = errno
    }

    func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
      count += 1
      if case .close = call { openFiles -= 1 }
      guard count - 1 == index else { return nil }
      throw FileStoreError(call.operation, path: "/injected", errno: errno)
    }

    func didPerform(_ call: StoreCall, opened: FileDescriptor?) {
      if opened != nil { openFiles += 1 }
    }
  }

  @Test(
    "If any call fails, contents are a version or stay at their path", arguments: [true, false])
  func faults(isMoving: Bool) throws {
    func run(_ fault: Fault) throws {
      let scratch = try ScratchDirectory(["a.txt": "current", "old": "old contents"])
      let item = scratch.file("a.txt")
      let versions = scratch.versions(store: InterposedFileStore(fault))
      let added = try? versions.add(
        contentsOf: FileLocation(scratch.file("old")), to: item, VersionNotes(),
        byMoving: isMoving)
      #expect(fault.openFiles == 0)
      let texts = try scratch.versions().texts(of: item)
      let isThere = try scratch.contents()["old"] == "old contents"
      if isMoving { #expect(texts == (isThere ? [] : ["old contents"])) } else { #expect(isThere) }
      if added != nil { #expect(texts == ["old contents"]) }
      #expect(texts.count <= 1)
    }
    let counting = Fault(at: -1, .ioError)
    try run(counting)
    for errno in [Errno.noSpace, .ioError, .permissionDenied, .improperLink] {
      for index in 0..<counting.count { try run(Fault(at: index, errno)) }
    }
    print("faults of versions: \(counting.count) calls")
  }
}

extension [String] {
  /// True if it has all the others.
  fileprivate static func >= (all: [String], others: [String]) -> Bool {
    Set(others).isSubset(of: all)
  }
}
