import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct SaveStrategies {
  @Test(arguments: SaveScenario.all)
  func `L3, L12, M8: Every strategy ends with the new item only`(_ scenario: SaveScenario) throws {
    let directory = try ScratchDirectory(scenario.before)
    try scenario.prepare(directory.path)
    let store = InterposedFileStore(RefusingObserver(scenario))
    let outcome = try scenario.save(in: directory.path, store: store)
    #expect(outcome.strategy == scenario.strategy)
    #expect(outcome.durability == .full)
    #expect(outcome.conflict == nil)
    #expect(outcome.leftovers.isEmpty)
    let contents = try directory.contents()
    #expect(scenario.item(in: contents) == scenario.after)
    #expect(!contents.keys.contains { $0.contains(".document-") })
    if let superseded = scenario.superseded { #expect(contents[superseded] == nil) }
    let place = FileLocation(directory.path.appending(scenario.place))
    // The time of change of a file that both packages share is the one before the save.
    let identity = try FileIdentity(of: place)
    #expect(outcome.identity.difference(to: identity) != .contents)
    #expect(outcome.identity.hasSameFingerprint(as: identity))
    if identity.kind == .regular { #expect(outcome.identity == identity) }
  }

  @Test(arguments: SaveScenario.all)
  func `L16: No strategy flushes unless it is asked to`(_ scenario: SaveScenario) throws {
    let directory = try ScratchDirectory(scenario.before)
    try scenario.prepare(directory.path)
    let recorder = CallRecorder { call, _ in scenario.refuses(call) }
    var options = SafeWriter.Options()
    options.synchronizes = false
    let outcome = try scenario.save(in: directory.path, store: recorder.store, options: options)
    #expect(outcome.strategy == scenario.strategy && outcome.durability == .none)
    #expect(recorder.count(.synchronize) == 0)
    #expect(scenario.item(in: try directory.contents()) == scenario.after)
  }
}
