import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct FaultTable {
  /// Makes one call fail, or one write short.
  private final class Fault: StoreObserver {
    let index: Int
    let errno: Errno?
    private(set) var calls: [FileStoreError.Operation] = []
    private(set) var hasFailed = false
    /// The number of opened files less the number of closed ones.
    private(set) var openFiles = 0

    init(at index: Int, _ errno: Errno?) {
      self.index = index
      self.errno = errno
    }

    func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
      calls.append(call.operation)
      if case .close = call { openFiles -= 1 }
      guard calls.count - 1 == index else { return nil }
      guard let errno else { return call.operation == .write ? 1 : nil }
      hasFailed = true
      throw FileStoreError(call.operation, path: "/injected", errno: errno)
    }

    func didPerform(_ call: StoreCall, opened: FileDescriptor?) {
      if opened != nil { openFiles += 1 }
    }
  }

  private static let errors: [Errno?] = [
    .noSpace, .diskQuotaExceeded, .ioError, .permissionDenied, .readOnlyFileSystem,
    .improperLink, .interrupted, nil,
  ]

  @Test(arguments: SaveScenario.all)
  func `L10, D14, D22: If any call fails in any way, the old document or the new one remains`(
    _ scenario: SaveScenario
  ) throws {
    let count = try run(scenario, Fault(at: -1, nil))
    var failures = 0
    for errno in Self.errors {
      for index in 0..<count where isTried(index, errno, of: scenario) {
        let fault = Fault(at: index, errno)
        try run(scenario, fault)
        if fault.hasFailed { failures += 1 }
      }
    }
    print("faults: \(scenario.name): \(count) calls, \(failures) failures injected")
  }

  /// Files are small enough to try everything; each call of a package gets one of the errors in
  /// order, and all of them if the environment requests it.
  private func isTried(_ index: Int, _ errno: Errno?, of scenario: SaveScenario) -> Bool {
    guard scenario.after[""] == nil, !CrashStates.isExhaustive else { return true }
    return index % Self.errors.count == Self.errors.firstIndex(of: errno) ?? 0
  }

  /// - Returns: the number of calls.
  @discardableResult
  private func run(_ scenario: SaveScenario, _ fault: Fault) throws -> Int {
    let directory = try ScratchDirectory(scenario.before)
    try scenario.prepare(directory.path)
    let before = try directory.contents()
    let failed = fault.errno.map { "\($0) at call \(fault.index)" } ?? "short write"
    let comment: Comment = "\(scenario.name), \(failed)"
    let store = InterposedFileStore(RefusingObserver(scenario), fault)
    let result = Result { () throws(SafeWritingError) in
      try scenario.save(in: directory.path, store: store)
    }
    switch result {
    case .success(let outcome):
      let contents = try directory.contents()
      #expect(scenario.item(in: contents) == scenario.after, comment)
      #expect(
        outcome.leftovers.isEmpty == !contents.keys.contains { $0.contains(".document-") }
          || scenario.superseded != nil, comment)
    case .failure(let error):
      #expect(fault.hasFailed, comment)
      #expect(error.path == directory.path.appending(scenario.place), comment)
      #expect(!error.remedy.isEmpty, comment)
      if error.isOriginalIntact {
        #expect(try directory.contents() == before, comment)
      } else {
        try checkRecovery(error, scenario, directory, comment)
      }
      if error.code == .systemCall { #expect(error.errno == fault.errno, comment) }
    }
    #expect(fault.openFiles == 0, comment)
    return fault.calls.count
  }

  /// An item that could not be put back is mended by the next open, or is the complete new one.
  private func checkRecovery(
    _ error: SafeWritingError, _ scenario: SaveScenario, _ directory: ScratchDirectory,
    _ comment: Comment
  ) throws {
    try SafeWriter().recover(at: directory.path.appending(scenario.place))
    let item = scenario.item(in: try directory.contents())
    #expect(item == scenario.itemBefore || item == scenario.after, comment)
  }
}
