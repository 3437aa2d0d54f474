import Documents
import SystemPackage
import Testing

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
        let item = try reopened(disk, scenario, step: count)
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

  /// What the place holds after a crash and the recovery of the next open.
  private func reopened(
    _ disk: DiskModel, _ scenario: SaveScenario, step: Int
  ) throws -> [String: String] {
    let directory = try ScratchDirectory()
    try disk.build(in: directory.path)
    let before = try directory.contents()
    try SafeWriter().recover(at: directory.path.appending(scenario.place))
    let contents = try directory.contents()
    let item = scenario.item(in: contents)
    #expect(
      item == scenario.itemBefore || item == scenario.after,
      "after step \(step): \(before) became \(contents)")
    if let superseded = scenario.superseded, item != scenario.after {
      #expect(contents[superseded] == scenario.before[superseded], "after step \(step)")
    }
    #expect(!contents.keys.contains { $0.contains(".document-saving-") })
    return item
  }
}
