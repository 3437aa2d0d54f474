import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// Several at work on the versions of one item at once, none of whose changes may be lost.
@Suite(.serialized) struct VersionContention {
  /// Keeps conflicts that wait for a decision.
  private func addConflicts(
    _ count: Int, of item: FilePath, in scratch: ScratchDirectory, text: String = "theirs"
  ) throws {
    var versions = scratch.versions()
    versions.synchronizes = false
    var notes = VersionNotes(origin: .external)
    notes.isConflict = true
    notes.isDiscardable = false
    try scratch.put(text, at: "contents")
    for _ in 0..<count {
      _ = try versions.add(
        contentsOf: FileLocation(scratch.file("contents")), to: item, notes, byMoving: false)
    }
  }

  /// Runs all at the same time, each on its own thread, and returns the errors that they threw.
  private func together(_ work: [@Sendable () throws -> Void]) -> [String] {
    let errors = Mutex<[String]>([])
    let group = DispatchGroup()
    for body in work {
      group.enter()
      Thread {
        do { try body() } catch { errors.withLock { $0.append("\(error)") } }
        group.leave()
      }.start()
    }
    group.wait()
    return errors.withLock { $0 }
  }

  @Test("L17: Notes of two threads about one version are both kept")
  func threads() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    let item = scratch.file("a.txt")
    try addConflicts(60, of: item, in: scratch)
    var versions = scratch.versions()
    versions.synchronizes = false
    let found = versions.versions(of: item)
    let errors = together([
      { [versions] in for version in found { try versions.markResolved(version, of: item) } },
      { [versions] in for version in found { try versions.setDiscardable(true, version) } },
    ])
    #expect(errors == [])
    let changed = versions.versions(of: item)
    #expect(changed.count == 60)
    #expect(changed.filter { !$0.isResolved }.count == 0)
    #expect(changed.filter { !$0.isDiscardable }.count == 0)
  }

  @Test("L17: Additions, notes and removals by several processes lose nothing")
  func processes() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours", "state/": ""])
    let item = scratch.file("a.txt")
    try addConflicts(20, of: item, in: scratch)
    try addConflicts(10, of: item, in: scratch, text: "old")
    let store = scratch.versionsPath
    let roles = ["resolve", "discard", "ada", "bob", "eve"]
    let failures = Mutex<[String]>([])
    let errors = together(
      roles.map { role in
        {
          let result = try TestProgram.run(
            [TestProgram.saveProbe, "versions", store.string, item.string, role])
          if result.status != 0 { failures.withLock { $0.append(result.output) } }
        }
      } + [
        {
          let go = store.removingLastComponent().appending("go").string
          usleep(300_000)
          _ = FileManager.default.createFile(atPath: go, contents: nil)
        }
      ])
    #expect(errors == [] && failures.withLock { $0 } == [])
    let versions = scratch.versions()
    let found = versions.versions(of: item)
    var texts: [String: Int] = [:]
    for version in found { texts[try version.text, default: 0] += 1 }
    #expect(texts["theirs"] == 20 && texts["old"] == 10)
    for name in ["ada", "bob", "eve"] {
      #expect((1...15).allSatisfy { texts["\(name) \($0)"] == 1 }, "\(texts)")
    }
    let conflicts = found.filter(\.isConflict)
    #expect(conflicts.filter { !$0.isResolved || !$0.isDiscardable }.count == 0)
    // What is removed goes whole, and takes nothing else along.
    let result = try TestProgram.run(
      [TestProgram.saveProbe, "versions", store.string, item.string, "remove"])
    #expect(result.status == 0, "\(result.output)")
    #expect(!(try versions.texts(of: item).contains("old")))
    #expect(
      !(try scratch.contents().keys.contains { $0.contains("/.new") || $0.contains(".gone") }))
  }

  @Test("Versions that are added while their item moves are all found at its new path")
  func moving() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    var versions = scratch.versions()
    versions.synchronizes = false
    let (item, other) = (scratch.file("a.txt"), scratch.file("b.txt"))
    try versions.addText("first", of: item, in: scratch)
    try versions.addText("second", of: other, in: scratch)
    try scratch.put("more", at: "more")
    let more = scratch.file("more")
    let added = Mutex(0)
    let isOver = Atomic(false)
    let errors = together([
      { [versions] in
        defer { isOver.store(true, ordering: .relaxed) }
        for _ in 0..<40 {
          _ = try versions.add(
            contentsOf: FileLocation(more), to: item, VersionNotes(),
            byMoving: false)
          added.withLock { $0 += 1 }
        }
      },
      { [versions] in
        while !isOver.load(ordering: .relaxed) {
          for folder in versions.folders(of: versions.resolvedPath(ofItem: item), nil) {
            let own = folder.path.removingLastComponent()
              .appending(VersionStore.key(of: versions.resolvedPath(ofItem: other)))
            versions.adopt(folder, as: own)
          }
          usleep(500)
        }
      },
    ])
    #expect(errors == [])
    let texts = try versions.texts(of: item) + versions.texts(of: other)
    #expect(texts.filter { $0 == "more" }.count == added.withLock { $0 })
    #expect(texts.count == 42)
  }

  @Test("A conflict that two processes find at once is kept once")
  func conflicts() throws {
    let scratch = try ScratchDirectory(["a.txt": "theirs"])
    let item = scratch.file("a.txt")
    let kept = Mutex(0)
    let versions = scratch.versions()
    let errors = together(
      (0..<6).map { _ in
        {
          let version = try versions.addConflict(at: item, type: nil)
          if version != nil { kept.withLock { $0 += 1 } }
        }
      })
    #expect(errors == [] && kept.withLock { $0 } == 1)
    #expect(try versions.texts(of: item) == ["theirs"])
  }

  @Test("L17: A change that waits for a lock that is never released fails, and nothing changes")
  func patience() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    let item = scratch.file("a.txt")
    try addConflicts(1, of: item, in: scratch)
    var versions = scratch.versions()
    versions.patience = .milliseconds(5)
    let version = try #require(versions.versions(of: item).first)
    let lock = try versions.lockDirectory(version.path.removingLastComponent(), .exclusive)
    let error = #expect(throws: FileStoreError.self) {
      try versions.markResolved(version, of: item)
    }
    #expect(error?.errno == .wouldBlock && error?.operation == .lock)
    #expect(throws: FileStoreError.self) { try versions.remove(version) }
    // Thinning has time.
    versions.limits.newest = 0
    versions.limits.bytes = 0
    versions.thin(item)
    #expect(versions.versions(of: item) == [version])
    versions.store.release(lock)
    try versions.markResolved(version, of: item)
    #expect(versions.version(of: item, version.identifier)?.isResolved == true)
    // A version is added though the folder stays locked.
    let folder = version.path.removingLastComponent().removingLastComponent()
    let other = try versions.lockDirectory(folder, .exclusive)
    defer { versions.store.release(other) }
    try versions.addText("more", of: item, in: scratch)
    #expect(try versions.texts(of: item).contains("more"))
  }

  @Test("Notes about a version are kept with the versions of its moved item")
  func following() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    let (item, moved) = (scratch.file("a.txt"), scratch.file("b.txt"))
    try addConflicts(1, of: item, in: scratch)
    let versions = scratch.versions()
    let version = try #require(versions.versions(of: item).first)
    try FileManager.default.moveItem(atPath: item.string, toPath: moved.string)
    versions.noteMove(from: item, to: moved)
    try versions.markResolved(version, of: moved)
    #expect(versions.versions(of: moved).map(\.isResolved) == [true])
    try versions.remove(version)
    #expect(versions.versions(of: moved) == [])
    let error = #expect(throws: FileStoreError.self) { try versions.remove(version) }
    #expect(error?.errno == .noSuchFileOrDirectory)
  }

  @Test("Thinning keeps versions that were marked to be kept since it read the list")
  func keeping() throws {
    let scratch = try ScratchDirectory(["a.txt": "ours"])
    let item = scratch.file("a.txt")
    let versions = scratch.versions()
    for number in 0..<4 { try versions.addText("\(number)", of: item, in: scratch) }
    let all = versions.versions(of: item)
    try versions.setDiscardable(false, all[3])
    // As thinning would that had looked before.
    try versions.removeStored(all[3], where: \.mayBeThinned)
    #expect(versions.versions(of: item).count == 4)
    try versions.removeStored(all[2], where: \.mayBeThinned)
    #expect(try versions.texts(of: item) == ["3", "2", "0"])
  }
}
