import Foundation
import Synchronization
import TestSupport
import UniformDocuments

/// A text document that leaves a trace of the calls it gets.
class TracingDocument: Document {
  /// A comparison with the item would be a part of the trace.
  override class var registersEveryChange: Bool { true }

  let trace = Trace()
  var text = ""
  var contentsToGive: Any?
  var contentsError: (any Error)?
  var loadError: (any Error)?
  var attributesError: (any Error)?
  var typeToSave: String?
  var handled: [any Error] { trace.errors }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    trace.add("load \(typeName ?? "nil")")
    if let loadError { throw loadError }
    guard let data = contents as? Data else { throw Refusal(reason: "no data") }
    text = String(decoding: data, as: UTF8.self)
  }

  override func contents(forType typeName: String) throws -> Any {
    trace.add("contents")
    if let contentsError { throw contentsError }
    return contentsToGive ?? Data(text.utf8)
  }

  override var savingFileType: String? {
    trace.add("savingFileType")
    return typeToSave ?? super.savingFileType
  }

  override func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String {
    trace.add("fileNameExtension")
    return super.fileNameExtension(forType: typeName, saveOperation: saveOperation)
  }

  override func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    trace.add("fileAttributesToWrite")
    if let attributesError { throw attributesError }
    return try super.fileAttributesToWrite(to: url, for: saveOperation)
  }

  override func read(from url: URL) throws {
    trace.add("read")
    try super.read(from: url)
  }

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    trace.add("writeContents safely")
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    trace.add("writeContents original \(originalContentsURL?.lastPathComponent ?? "none")")
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func changeCountToken(for saveOperation: SaveOperation) -> Any {
    trace.add("changeCountToken")
    return super.changeCountToken(for: saveOperation)
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    trace.add("updateChangeCount withToken")
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
  }

  override func autosave(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    trace.add("autosave")
    super.autosave(completionHandler: completionHandler)
  }

  override func disableEditing() { trace.add("disableEditing \(documentState)") }

  override func enableEditing() { trace.add("enableEditing \(documentState)") }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    trace.add("handleError")
    trace.add(error: error)
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }

  func edit(_ text: String) {
    self.text = text
    updateChangeCount(.done)
  }
}

struct Refusal: Error, Equatable {
  let reason: String
}

/// Steps in the order they happened, each with the place it ran at, and errors.
final class Trace: Sendable {
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let steps = Mutex<[(name: String, place: String)]>([])
  private let failures = Mutex<[any Error]>([])

  func add(_ name: String) {
    let place = Self.place
    steps.withLock { $0.append((name, place)) }
  }

  func add(error: any Error) { failures.withLock { $0.append(error) } }

  var names: [String] { steps.withLock { $0.map(\.name) } }
  var places: [String] { steps.withLock { $0.map { "\($0.name) @ \($0.place)" } } }
  var errors: [any Error] { failures.withLock { $0 } }

  func forget() {
    steps.withLock { $0 = [] }
    failures.withLock { $0 = [] }
  }

  static let callbackQueue = {
    let queue = DispatchQueue(label: "Tests.callback")
    queue.setSpecific(key: placeKey, value: "callback")
    return queue
  }()

  static let placeKey = DispatchSpecificKey<String>()

  /// The name of the queue or thread, where tests know it; a document's own queue is not theirs.
  static var place: String {
    if DispatchQueue.getSpecific(key: mainKey) == true { return "main" }
    if let name = DispatchQueue.getSpecific(key: placeKey) { return name }
    return Thread.current.threadDictionary["place"] as? String
      ?? (Thread.current.name?.hasSuffix("default-qos") == true ? "elsewhere" : "file")
  }
}

/// An actor whose queue can be recognised.
actor Desk {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "Tests.actor")

    init() { queue.setSpecific(key: Trace.placeKey, value: "actor") }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run<Result: Sendable>(
    _ body: @Sendable (isolated Desk) async throws -> Result
  ) async throws -> Result {
    try await body(self)
  }
}

extension DocumentEnvironment {
  /// The standard environment without autosaving and without words on standard error.
  static var quiet: DocumentEnvironment { quietEnvironment }

  /// Made once: finding the directories of the user takes longer than opening a document.
  private static let quietEnvironment = {
    var environment = DocumentEnvironment(autosavePolicy: nil)
    environment.report = { _ in }
    // The user's own directories are none of a test's business.
    environment.autosaveDirectory = nil
    environment.writableCopiesDirectory = nil
    // Changes that a test makes without the document are reported when the test requests it.
    environment.watchesItems = false
    environment.callbackQueue = Trace.callbackQueue
    // A machine that is busy with all tests at once may take its time.
    environment.presenterPatience = .seconds(60)
    return environment
  }()
}

extension TracingDocument {
  static func make(_ url: URL) -> TracingDocument {
    let document = TracingDocument(fileURL: url)
    document.environment = .quiet
    return document
  }
}

extension Document {
  /// The changes of the state alone, without changes of other visible properties.
  var changesOfState: AsyncFilterSequence<AsyncStream<DocumentStateChange>> {
    stateChanges.filter { $0.properties.contains(.state) }
  }
}

/// Waits for a completion handler.
func completion(_ call: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
  await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
}

/// The instants of clocks that tests move.
struct TestInstant: InstantProtocol {
  var offset: Duration
  func advanced(by duration: Duration) -> TestInstant { TestInstant(offset: offset + duration) }
  func duration(to other: TestInstant) -> Duration { other.offset - offset }
  static func < (left: TestInstant, right: TestInstant) -> Bool { left.offset < right.offset }
}
