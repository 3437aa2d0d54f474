import Foundation
import Synchronization
import TestSupport
import Testing
import UTIFileWatching
import UniformDocuments

/// A query over a scratch directory, and the notifications that it posted on the main queue.
private final class WatchedQuery: Sendable {
  enum Event: Hashable {
    case started
    case gathered([String])
    case updated(added: Set<String>, changed: Set<String>, removed: Set<String>)
  }

  let query = NSMetadataQuery()
  private let observers = Mutex<[any NSObjectProtocol & Sendable]>([])
  private let events: AsyncStream<Event>
  private let sink: AsyncStream<Event>.Continuation

  init(_ scopes: [Any], _ predicate: NSPredicate, queue: OperationQueue? = .main) {
    (events, sink) = AsyncStream.makeStream()
    query.searchScopes = scopes
    query.predicate = predicate
    query.notificationBatchingInterval = 0.01
    observe(.NSMetadataQueryDidStartGathering, queue) { _ in .started }
    observe(.NSMetadataQueryDidFinishGathering, queue) { [query] _ in
      .gathered(Self.names(query.results))
    }
    observe(.NSMetadataQueryDidUpdate, queue) { note in
      func names(_ key: String) -> Set<String> { Set(Self.names(note.userInfo?[key] as? [Any])) }
      return .updated(
        added: names(NSMetadataQueryUpdateAddedItemsKey),
        changed: names(NSMetadataQueryUpdateChangedItemsKey),
        removed: names(NSMetadataQueryUpdateRemovedItemsKey))
    }
  }

  private func observe(
    _ name: Notification.Name, _ queue: OperationQueue?,
    _ event: @escaping @Sendable (Notification) -> Event
  ) {
    nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
      forName: name, object: query, queue: queue
    ) { [sink] in sink.yield(event($0)) }
    observers.withLock { $0.append(UncheckedObserver(observer)) }
  }

  deinit {
    for case let observer as UncheckedObserver in observers.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(observer.value)
    }
  }

  private final class UncheckedObserver: NSObject, @unchecked Sendable {
    let value: any NSObjectProtocol
    init(_ value: any NSObjectProtocol) { self.value = value }
  }

  static func names(_ items: [Any]?) -> [String] {
    (items ?? []).compactMap {
      ($0 as? NSMetadataItem)?.value(forAttribute: NSMetadataItemFSNameKey) as? String
    }
  }

  var names: [String] { Self.names(query.results) }

  /// The next notification.
  func next() async -> Event? {
    var iterator = events.makeAsyncIterator()
    return await iterator.next()
  }

  /// Starts, and returns the results of gathering.
  func gather() async -> [String] {
    #expect(query.start())
    #expect(query.isStarted)
    #expect(await next() == .started)
    guard case .gathered(let names) = await next() else { return ["nothing gathered"] }
    #expect(!query.isGathering)
    return names
  }

  /// Updates until all of these items were reported; several changes can be one update or more.
  func expect(
    added: Set<String> = [], changed: Set<String> = [], removed: Set<String> = []
  ) async {
    var missing = (added, changed, removed)
    while missing != ([], [], []) {
      guard case .updated(let added, let changed, let removed) = await next() else {
        Issue.record("no update")
        return
      }
      #expect(added.isSubset(of: missing.0), "added \(added)")
      #expect(changed.isSubset(of: missing.1), "changed \(changed)")
      #expect(removed.isSubset(of: missing.2), "removed \(removed)")
      missing = (
        missing.0.subtracting(added), missing.1.subtracting(changed), missing.2.subtracting(removed)
      )
      guard !added.union(changed).union(removed).isEmpty else { return }
    }
  }
}

@Suite("Metadata queries", .timeLimit(.minutes(2))) struct MetadataQueries {
  private let scratch: ScratchDirectory
  private static let everything = "TRUEPREDICATE"

  init() throws {
    scratch = try ScratchDirectory([
      "notes/a.note": "a", "notes/b.txt": "bb", "notes/inner/c.md": "ccc", "notes/.hidden": "",
      "notes/.folder/d.txt": "", "notes/Text.rtfd/TXT.rtf": "{\\rtf1}", "notes/e.png": "",
      "other/f.txt": "f", "outside.txt": "",
    ])
  }

  private func query(
    _ format: String = everything, _ scopes: [String] = ["notes"], queue: OperationQueue? = .main
  ) -> WatchedQuery {
    WatchedQuery(scopes.map(scratch.url), NSPredicate(format: format), queue: queue)
  }

  // MARK: - Gathering

  @Test(arguments: [
    (everything, "Text.rtfd a.note b.txt c.md e.png inner"),
    ("kMDItemFSName LIKE '*.note'", "a.note"),
    ("kMDItemFSName ENDSWITH[c] '.TXT' OR kMDItemFSName == 'e.png'", "b.txt e.png"),
    ("NOT kMDItemFSName CONTAINS '.'", "inner"),
    ("kMDItemFSSize > 1", "Text.rtfd b.txt c.md inner"),
    ("kMDItemContentType == 'public.plain-text'", "b.txt"),
    ("kMDItemContentTypeTree == 'public.text'", "b.txt c.md"),
    ("kMDItemContentTypeTree == 'com.apple.package'", "Text.rtfd"),
    ("kMDItemContentType == 'public.folder'", "inner"),
    (
      "kMDItemContentTypeTree IN {'public.image'} OR ANY kMDItemContentTypeTree == 'public.image'",
      "e.png"
    ),
    (
      "NSMetadataUbiquitousItemIsUploadedKey == YES AND kMDItemDisplayName BEGINSWITH 'a'", "a.note"
    ),
    ("FALSEPREDICATE", ""),
  ])
  func `A query gathers the items that fulfil its predicate`(_ row: (String, String)) async {
    let watched = query(row.0)
    let names = await watched.gather()
    // The file system gives a folder any size.
    let wanted = row.1.split(separator: " ").map(String.init)
    #expect(names.filter { $0 != "inner" }.sorted() == wanted.filter { $0 != "inner" })
    #expect(watched.query.resultCount == names.count)
  }

  @Test func `Scopes are folders, paths and links; one inside another adds nothing`() async throws {
    let two = query("kMDItemFSName LIKE '*.txt'", ["notes", "other", "notes/inner"])
    #expect(await two.gather().sorted() == ["b.txt", "f.txt"])
    let all: [Any] = [
      scratch.url("other").path, scratch.url("notes").path as NSString,
      NSMetadataQueryUbiquitousDocumentsScope, "relative", URL(string: "https://a/b") as Any,
    ]
    let paths = WatchedQuery(all, NSPredicate(format: "kMDItemFSName LIKE '*.txt'"))
    #expect(await paths.gather().sorted() == ["b.txt", "f.txt"])
    let none = WatchedQuery([NSMetadataQueryUbiquitousDocumentsScope], NSPredicate(value: true))
    #expect(await none.gather() == [])
    let link = scratch.url("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scratch.url("other"))
    let linked = WatchedQuery([link], NSPredicate(value: true))
    #expect(await linked.gather() == ["f.txt"])
    let item = try #require(linked.query.result(at: 0) as? NSMetadataItem)
    #expect(item.value(forAttribute: NSMetadataItemURLKey) as? URL == link.appending(path: "f.txt"))
  }

  @Test func `An item has its attributes, as clients cast them`() async throws {
    let watched = query("kMDItemFSName == 'b.txt' OR kMDItemFSName == 'Text.rtfd'")
    watched.query.sortDescriptors = [
      NSSortDescriptor(key: NSMetadataItemFSNameKey, ascending: false)
    ]
    #expect(await watched.gather() == ["b.txt", "Text.rtfd"])
    let item = try #require(watched.query.results.first as? NSMetadataItem)
    let url = scratch.url("notes/b.txt")
    #expect(item.value(forAttribute: NSMetadataItemURLKey) as? URL == url)
    #expect(item.value(forAttribute: NSMetadataItemPathKey) as? String == url.path)
    #expect(item.value(forAttribute: NSMetadataItemDisplayNameKey) as? String == "b.txt")
    let size = item.value(forAttribute: NSMetadataItemFSSizeKey)
    #expect(size as? Int == 2 && size as? UInt64 == 2 && (size as? NSNumber)?.intValue == 2)
    let date = item.value(forAttribute: NSMetadataItemFSContentChangeDateKey) as? Date
    let modified = try scratch.modificationDate("notes/b.txt")
    #expect(abs(try #require(date).timeIntervalSince(try #require(modified))) < 0.001)
    #expect(
      item.value(forAttribute: NSMetadataItemContentTypeKey) as? String == "public.plain-text")
    let tree = item.value(forAttribute: NSMetadataItemContentTypeTreeKey) as? [String]
    #expect(tree?.first == "public.plain-text" && tree?.contains("public.data") == true)
    let status = item.value(forAttribute: NSMetadataUbiquitousItemDownloadingStatusKey) as? String
    #expect(status == NSMetadataUbiquitousItemDownloadingStatusCurrent)
    #expect(item.value(forAttribute: NSMetadataUbiquitousItemIsUploadedKey) as? Bool == true)
    #expect(item.value(forAttribute: NSMetadataItemIsUbiquitousKey) as? Bool == false)
    #expect(item.value(forAttribute: "none") == nil && !item.attributes.contains("none"))
    #expect(item.values(forAttributes: item.attributes)?.count == item.attributes.count)
    let package = try #require(watched.query.result(at: 1) as? NSMetadataItem)
    #expect(package.value(forAttribute: NSMetadataItemFSSizeKey) as? Int == 7)
    #expect(
      watched.query.value(ofAttribute: NSMetadataItemContentTypeKey, forResultAt: 1) as? String
        == "com.apple.rtfd")
    #expect(watched.query.index(ofResult: package) == 1)
    #expect(watched.query.index(ofResult: "a") == NSNotFound)
    let same = NSMetadataItem(url: url)
    #expect(same?.value(forAttribute: NSMetadataItemFSSizeKey) as? Int == 2)
    #expect(NSMetadataItem(url: scratch.url("none")) == nil)
    var seen: [Int] = []
    watched.query.enumerateResults { _, index, stops in
      seen.append(index)
      stops.pointee = true
    }
    #expect(seen == [0])
  }

  @Test func `Descriptors order the results, at first and after updates`() async throws {
    let watched = query("kMDItemFSName LIKE '?.*'")
    watched.query.sortDescriptors = [
      NSSortDescriptor(key: NSMetadataItemFSSizeKey, ascending: false),
      NSSortDescriptor(key: NSMetadataItemFSNameKey, ascending: true),
    ]
    #expect(await watched.gather() == ["c.md", "b.txt", "a.note", "e.png"])
    try scratch.write("dddd", to: "notes/d.txt")
    try scratch.write("g", to: "notes/g.txt")
    await watched.expect(added: ["d.txt", "g.txt"])
    #expect(watched.names == ["d.txt", "c.md", "b.txt", "a.note", "g.txt", "e.png"])
  }

  // MARK: - Updates

  struct Change: CustomTestStringConvertible, Sendable {
    let name: String
    let script: String
    var added: Set<String> = []
    var changed: Set<String> = []
    var removed: Set<String> = []
    var testDescription: String { name }
  }

  static let changes = [
    Change(name: "a new file", script: "echo new > new.txt", added: ["new.txt"]),
    Change(name: "a new file in a folder", script: "echo new > inner/n.txt", added: ["n.txt"]),
    Change(
      name: "a file in a new folder", script: "mkdir -p x/y && echo new > x/y/z.txt",
      added: ["x", "y", "z.txt"]),
    Change(name: "a written file", script: "echo more >> b.txt", changed: ["b.txt"]),
    Change(
      name: "a replaced file", script: "echo more > .b && mv .b b.txt", changed: ["b.txt"]),
    Change(name: "a deleted file", script: "rm a.note", removed: ["a.note"]),
    Change(name: "a deleted folder", script: "rm -r inner", removed: ["inner", "c.md"]),
    Change(name: "a renamed file", script: "mv b.txt g.txt", changed: ["g.txt"]),
    Change(name: "a file moved to a folder", script: "mv b.txt inner", changed: ["b.txt"]),
    Change(name: "a renamed folder", script: "mv inner deep", changed: ["deep", "c.md"]),
    Change(name: "a file moved out", script: "mv b.txt ..", removed: ["b.txt"]),
    Change(name: "a file moved in", script: "mv ../outside.txt .", added: ["outside.txt"]),
    Change(name: "a file that is hidden", script: "mv b.txt .b.txt", removed: ["b.txt"]),
    Change(
      name: "a package with a change", script: "echo x > Text.rtfd/i.txt", changed: ["Text.rtfd"]),
    Change(name: "a deleted package", script: "rm -r Text.rtfd", removed: ["Text.rtfd"]),
    Change(name: "a type by another name", script: "mv b.txt b.md", changed: ["b.md"]),
    Change(
      name: "several changes", script: "rm a.note; echo n > n.txt; echo m >> b.txt",
      added: ["n.txt"], changed: ["b.txt"], removed: ["a.note"]),
  ]

  @Test(arguments: changes)
  func `A change by another program is an update`(_ change: Change) async throws {
    let watched = query()
    _ = await watched.gather()
    let before = Set(watched.names)
    let result = try await TestProgram.running(
      ["sh", "-c", "cd '\(scratch.url("notes").path)' && \(change.script)"])
    #expect(result.status == 0)
    await watched.expect(added: change.added, changed: change.changed, removed: change.removed)
    let after = Set(watched.names)
    #expect(after.isSuperset(of: change.added.union(change.changed)))
    #expect(after.isDisjoint(with: change.removed))
    #expect(before.isSuperset(of: change.removed))
  }

  @Test func `A moved item stays the same object, and is removed when it ends to fulfil`()
    async throws
  {
    let watched = query("kMDItemFSName LIKE '*.note'")
    _ = await watched.gather()
    let item = try #require(watched.query.result(at: 0) as? NSMetadataItem)
    let manager = FileManager.default
    try manager.moveItem(at: scratch.url("notes/a.note"), to: scratch.url("notes/z.note"))
    await watched.expect(changed: ["z.note"])
    #expect(watched.query.index(ofResult: item) == 0)
    #expect(item.value(forAttribute: NSMetadataItemURLKey) as? URL == scratch.url("notes/z.note"))
    try manager.moveItem(at: scratch.url("notes/z.note"), to: scratch.url("notes/z.txt"))
    await watched.expect(removed: ["z.note"])
    #expect(watched.query.resultCount == 0)
  }

  @Test func `A folder may appear later, move away and return`() async throws {
    let watched = query(Self.everything, ["later"])
    #expect(await watched.gather() == [])
    let manager = FileManager.default
    try manager.createDirectory(at: scratch.url("later"), withIntermediateDirectories: false)
    try scratch.write("a", to: "later/a.txt")
    await watched.expect(added: ["a.txt"])
    try manager.moveItem(at: scratch.url("later"), to: scratch.url("elsewhere"))
    await watched.expect(removed: ["a.txt"])
    try manager.moveItem(at: scratch.url("elsewhere"), to: scratch.url("later"))
    await watched.expect(added: ["a.txt"])
  }

  @Test func `Updates wait while they are disabled, and come in one`() async throws {
    let (held, free) = (query(), query())
    let before = await held.gather()
    _ = await free.gather()
    held.query.disableUpdates()
    held.query.disableUpdates()
    try scratch.write("n", to: "notes/n.txt")
    await free.expect(added: ["n.txt"])
    try FileManager.default.removeItem(at: scratch.url("notes/a.note"))
    await free.expect(removed: ["a.note"])
    held.query.enableUpdates()
    #expect(held.names == before)
    held.query.enableUpdates()
    await held.expect(added: ["n.txt"], removed: ["a.note"])
  }

  // MARK: - Running

  @Test func `A query runs once, needs a predicate, and keeps its results when it stops`()
    async throws
  {
    #expect(!NSMetadataQuery().start())
    let (stopped, free) = (query("kMDItemFSName LIKE '*.txt'"), query())
    #expect(!stopped.query.isStarted && !stopped.query.isStopped)
    #expect(await stopped.gather() == ["b.txt"])
    #expect(!stopped.query.start())
    stopped.query.stop()
    #expect(stopped.query.isStopped && !stopped.query.isStarted)
    _ = await free.gather()
    try scratch.write("n", to: "notes/n.txt")
    await free.expect(added: ["n.txt"])
    #expect(stopped.names == ["b.txt"])
    // No update came in between.
    #expect(await stopped.gather() == ["b.txt", "n.txt"])
    stopped.query.predicate = NSPredicate(format: "kMDItemFSName LIKE '*.md'")
    #expect(await stopped.next() == .started)
    #expect(await stopped.next() == .gathered(["c.md"]))
  }

  @MainActor @Test func `A query gathers until its results are on the main queue`() async {
    let watched = query()
    watched.query.start()
    // This function holds the main queue.
    #expect(watched.query.isGathering && watched.query.resultCount == 0)
    #expect(await watched.next() == .started)
    _ = await watched.next()
    #expect(!watched.query.isGathering && watched.query.resultCount == 6)
  }

  @Test func `A query stops in a notification, and a query that is stopped at once is silent`()
    async throws
  {
    let silent = query()
    // Nothing is posted while this holds the main queue.
    await MainActor.run {
      silent.query.start()
      silent.query.stop()
    }
    let watched = query()
    let (stopped, sink) = AsyncStream<Never>.makeStream()
    let token = NotificationCenter.default.addObserver(
      forName: .NSMetadataQueryDidFinishGathering, object: watched.query, queue: .main
    ) { [query = watched.query] _ in
      query.disableUpdates()
      query.stop()
      query.predicate = NSPredicate(format: "FALSEPREDICATE")
      query.enableUpdates()
      sink.finish()
    }
    watched.query.start()
    #expect(await watched.next() == .started)
    _ = await watched.next()
    for await _ in stopped {}
    NotificationCenter.default.removeObserver(token)
    #expect(await watched.gather() == [])
    #expect(await silent.gather().count == 6)
  }

  @Test func `Notifications come on the queue of the query, and its observers keep theirs`()
    async throws
  {
    let queue = OperationQueue()
    queue.name = "results"
    let here = query(queue: nil)
    here.query.operationQueue = queue
    let (names, sink) = AsyncStream<String?>.makeStream()
    let token = NotificationCenter.default.addObserver(
      forName: .NSMetadataQueryDidFinishGathering, object: here.query, queue: nil
    ) { _ in sink.yield(OperationQueue.current?.name) }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(await here.gather().count == 6)
    #expect(await names.first { _ in true } == "results")
    // An observer on the main queue hears a query of another queue too.
    let main = query()
    main.query.operationQueue = queue
    #expect(await main.gather().count == 6)
  }

  @Test func `A cancelled operation and a suspended queue lose no update`() async throws {
    let (queue, other) = (OperationQueue(), OperationQueue())
    let watched = query(queue: nil)
    watched.query.operationQueue = queue
    _ = await watched.gather()
    queue.isSuspended = true
    try scratch.write("n", to: "notes/n.txt")
    while queue.operationCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    queue.cancelAllOperations()
    queue.isSuspended = false
    await watched.expect(added: ["n.txt"])
    queue.isSuspended = true
    try scratch.write("o", to: "notes/o.txt")
    while queue.operationCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    watched.query.operationQueue = other
    await watched.expect(added: ["o.txt"])
    queue.isSuspended = false
  }

  @Test func `A stopped or released query has no watch`() async throws {
    await #expect(processExitsWith: .success) {
      func waitForWatches(_ count: Int) async throws {
        while FileWatcher.shared.cost.items != count { try await Task.sleep(for: .milliseconds(1)) }
      }
      let scratch = try ScratchDirectory(["a/b.txt": "", "c/d.txt": ""])
      var query: NSMetadataQuery? = NSMetadataQuery()
      query?.predicate = NSPredicate(value: true)
      query?.searchScopes = [scratch.url("a"), scratch.url("c")]
      for _ in 0..<20 {
        query?.start()
        query?.stop()
      }
      query?.start()
      try await waitForWatches(2)
      query?.stop()
      try await waitForWatches(0)
      query?.start()
      try await waitForWatches(2)
      query = nil
      try await waitForWatches(0)
    }
  }
}
