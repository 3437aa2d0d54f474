import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

@Suite struct CrashStateTests {
  @Test(arguments: SaveScenario.all)
  func
    `L1, L2, M11, E9: Whenever power fails, the next open finds the complete old or new document`(
      _ scenario: SaveScenario
    ) throws
  {
    let directory = try ScratchDirectory(scenario.before)
    try scenario.prepare(directory.path)
    let recording = try RecordingObserver(directory.path)
    let note = try scenario.superseded.flatMap { name in
      try recording.startItem(named: name).map { number in
        let old = FileLocation(directory.path.appending(name))
        return (number, try FileIdentity(of: old, in: SystemFileStore()).fingerprint)
      }
    }
    let store = InterposedFileStore(RefusingObserver(scenario), recording)
    try scenario.save(in: directory.path, store: store)

    let states = CrashStates(recording: recording)
    var tried = 0
    var seen: Set<[Int: DiskModel.Item]> = []
    var found: Set<[String: String]> = []
    for count in 0...recording.steps.count {
      try states.forEach(after: count) { disk in
        tried += 1
        guard seen.insert(disk.reachable).inserted else { return }
        let item = try reopened(disk, scenario, note: note, step: count)
        found.insert(item)
        if count == recording.steps.count { #expect(item == scenario.after) }
      }
    }
    print(
      "crash states: \(scenario.name): \(recording.steps.count) steps, \(tried) combinations,",
      "\(seen.count) different disks")
    // Both ends were among the states, so the test has looked at what it is about.
    #expect(found == [scenario.itemBefore, scenario.after])
  }

  /// The contents of the place after a crash and the recovery of the next open.
  ///
  /// - Parameter note: the number and the fingerprint of the item that the new one makes superfluous.
  private func reopened(
    _ disk: DiskModel, _ scenario: SaveScenario, note: (item: Int, fingerprint: UInt64)?, step: Int
  ) throws -> [String: String] {
    let directory = try ScratchDirectory()
    let made = try disk.build(in: directory.path)
    if let note { try renew(note, disk, made) }
    let before = try directory.contents()
    // People know the name that the document had before the crash.
    let name = scenario.superseded ?? scenario.place
    let report = try SafeWriter().recover(at: directory.path.appending(name))
    let contents = try directory.contents()
    let item = scenario.item(in: contents)
    #expect(
      item == scenario.itemBefore || item == scenario.after,
      "after step \(step): \(before) became \(contents)")
    if let superseded = scenario.superseded {
      let old = scenario.item(named: superseded, in: scenario.before)
      let found = scenario.item(named: superseded, in: contents)
      let wasThere = scenario.item(named: superseded, in: before) == old
      // Either the old one is the document, or the new one is and the old one has gone.
      #expect(found == (item == scenario.after ? [:] : old), "after step \(step): \(contents)")
      if item == scenario.after, wasThere {
        // The newer item is opened, also under the old name, and the older item is kept.
        let path = directory.path.appending(superseded)
        #expect(report.superseded[path] == directory.path.appending(scenario.place))
        let kept = try #require(report.kept.first?.removingLastComponent().lastComponent)
        #expect(scenario.item(named: "\(kept.string)/\(superseded)", in: contents) == old)
      }
    }
    #expect(!contents.keys.contains { $0.contains(".document-saving-") })
    return item
  }

  /// Makes a note on a superfluous item speak of the one that has been built in its place.
  ///
  /// An item keeps its number and its times through a crash, and the note knows it by them.
  private func renew(
    _ note: (item: Int, fingerprint: UInt64), _ disk: DiskModel, _ made: [Int: FilePath]
  ) throws {
    let store = SystemFileStore()
    guard let path = made[note.item] else { return }
    let fingerprint = try FileIdentity(of: FileLocation(path), in: store).fingerprint
    for (number, item) in disk.items {
      guard case .symbolicLink(let destination) = item, let link = made[number],
        let old = SupersededNote(link: FilePath(destination)), old.fingerprint == note.fingerprint
      else { continue }
      let new = SupersededNote(fingerprint: fingerprint, newName: old.newName, oldName: old.oldName)
      try store.removeFile(at: FileLocation(link))
      try store.createSymbolicLink(at: FileLocation(link), to: new.link)
    }
  }
}
