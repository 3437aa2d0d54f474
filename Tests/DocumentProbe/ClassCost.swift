import Foundation
import Glibc
import Synchronization
import SystemPackage
import UniformDocuments
import UniformTypeIdentifiers

/// The costs of saving documents of one class for the caller's actor and for memory.
///
/// The first save is the first of the process, so that one process measures one class.
@MainActor struct ClassCost {
  let directory: URL
  let byteCount: Int
  let name: String
  /// True if the program also measures how long the main thread leaves its queue waiting, which
  /// itself takes time of that thread.
  let measuresService: Bool

  func run() async throws {
    // Without a cached registry the first question about a type reads all declarations of the machine.
    _ = UTType(filenameExtension: "bin")
    let bytes = Data(repeating: 65, count: byteCount)
    let url = directory.appending(path: "a.bin")
    let document: any CostedDocument =
      switch name {
      case "Document": PlainBytes(bytes, at: url)
      case "MainDocument": MainBytes(bytes, at: url)
      case "ValueDocument": ValueBytes(bytes, at: url)
      case "ObjectDocument": ObjectBytes(bytes, at: url)
      case "NSDocument": HostedBytes(PlainNSDocument(), bytes, at: url)
      case "NSDocument+write": HostedBytes(WritingNSDocument(), bytes, at: url)
      default: throw CocoaError(.featureUnsupported)
      }
    try await measure("first") { try await document.save(to: url, isNew: true) }
    document.edit(1)
    try await measure("save") { try await document.save(to: url, isNew: false) }
    document.edit(2)
    try await measure("save-as") {
      try await document.save(to: directory.appending(path: "b.bin"), isNew: true)
    }
    document.edit(3)
    try await measure("autosave") { try await document.autosave() }
    document.change(4)
    try await measure("close") { try await document.saveAndClose() }
    let closed = try FileHandle(forReadingFrom: directory.appending(path: "b.bin"))
    guard try closed.read(upToCount: 1) == Data([69]) else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }

  /// Prints an operation, the milliseconds of the main thread's processor time, the bytes of memory that
  /// it took at most beyond those before it, and the milliseconds of its duration and of the longest time
  /// that the main thread did not serve its queue.
  private func measure(_ name: String, _ operation: () async throws -> Void) async throws {
    let memory = Memory()
    let service = ServiceProbe()
    if measuresService { service.start() }
    let start = ContinuousClock.now
    let busy = SavingCost.mainThreadTime
    try await operation()
    let milliseconds = SavingCost.mainThreadTime - busy
    let duration = ContinuousClock.now - start
    let longest = service.stop()
    let added = memory.added
    print(name, milliseconds, added, duration / .milliseconds(1), longest)
  }
}

/// Measures how long the main thread leaves its queue waiting.
final class ServiceProbe: Sendable {
  private struct State: Sendable {
    var sent: ContinuousClock.Instant?
    var longest = Duration.zero
    var isOver = false
  }

  private let state = Mutex(State())

  func start() {
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        let isDue = state.withLock { state in
          guard state.sent == nil else { return false }
          state.sent = .now
          return true
        }
        if isDue { DispatchQueue.main.async { [self] in receive() } }
        usleep(500)
      }
    }
  }

  /// - Returns: the longest wait in milliseconds.
  func stop() -> Double {
    receive()
    return state.withLock { state in
      state.isOver = true
      return state.longest / .milliseconds(1)
    }
  }

  private func receive() {
    state.withLock { state in
      if let sent = state.sent { state.longest = max(state.longest, .now - sent) }
      state.sent = nil
    }
  }
}

/// A document of bytes, whatever its class is.
@MainActor protocol CostedDocument {
  func save(to url: URL, isNew: Bool) async throws
  func autosave() async throws
  func saveAndClose() async throws
  /// Changes the first byte with a registration.
  func edit(_ number: UInt8)
  /// Changes the first byte, without a registration if the class permits that.
  func change(_ number: UInt8)
}

/// A document whose class is not of the main actor.
private final class PlainDocument: Document {
  var bytes = Data()

  override func contents(forType typeName: String) throws -> Any { bytes }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    bytes = contents as? Data ?? Data()
  }
}

private struct Environment {
  @MainActor static func prepare(_ document: Document, in directory: URL) {
    document.environment.autosavePolicy = nil
    document.environment.autosaveDirectory = FilePath(directory.path).appending("autosaved")
    document.environment.watchesItems = false
  }
}

/// A document that is a ``Document`` itself.
@MainActor private protocol CostedByDocument: CostedDocument {
  associatedtype Class: Document
  var document: Class { get }
}

extension CostedByDocument {
  func save(to url: URL, isNew: Bool) async throws {
    try await document.saveContents(to: url, for: isNew ? .forCreating : .forOverwriting)
  }

  func autosave() async throws { try await document.autosaveContents() }
  func saveAndClose() async throws { try await document.saveAndClose() }

  func edit(_ number: UInt8) {
    change(number)
    document.updateChangeCount(.done)
  }
}

@MainActor private struct PlainBytes: CostedByDocument {
  let document: PlainDocument

  init(_ bytes: Data, at url: URL) {
    document = PlainDocument(fileURL: url)
    document.bytes = bytes
    Environment.prepare(document, in: url.deletingLastPathComponent())
  }

  func change(_ number: UInt8) { document.bytes[0] = 65 + number }
}

@MainActor private struct MainBytes: CostedByDocument {
  let document: BytesDocument

  init(_ bytes: Data, at url: URL) {
    document = BytesDocument(at: url)
    document.bytes = bytes
    Environment.prepare(document, in: url.deletingLastPathComponent())
  }

  func change(_ number: UInt8) { document.bytes[0] = 65 + number }
}

/// The contents of a file, as a value.
private struct BytesFile: FileDocument {
  static var readableContentTypes: [UTType] { [.data] }
  var bytes: Data

  init(bytes: Data) { self.bytes = bytes }

  init(configuration: ReadConfiguration) throws {
    bytes = configuration.file.regularFileContents ?? Data()
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: bytes)
  }
}

@MainActor private struct ValueBytes: CostedByDocument {
  let document: ValueDocument<BytesFile>

  init(_ bytes: Data, at url: URL) {
    document = ValueDocument(BytesFile(bytes: bytes), fileURL: url)
    document.undoManager.disableUndoRegistration()
    Environment.prepare(document, in: url.deletingLastPathComponent())
  }
  // A change of the value or object is registered by itself.
  func edit(_ number: UInt8) { change(number) }
  func change(_ number: UInt8) { document.document.bytes[0] = 65 + number }
}

/// The contents of a file, as an object.
private final class BytesObject: ReferenceFileDocument {
  static var readableContentTypes: [UTType] { [.data] }
  @Published var bytes: Data

  init(bytes: Data) { self.bytes = bytes }

  init(configuration: ReadConfiguration) throws {
    bytes = configuration.file.regularFileContents ?? Data()
  }

  func snapshot(contentType: UTType) throws -> Data { bytes }

  func fileWrapper(snapshot: Data, configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: snapshot)
  }
}

@MainActor private struct ObjectBytes: CostedByDocument {
  let document: ObjectDocument<BytesObject>

  init(_ bytes: Data, at url: URL) {
    document = ObjectDocument(BytesObject(bytes: bytes), fileURL: url)
    Environment.prepare(document, in: url.deletingLastPathComponent())
  }
  // A change of the value or object is registered by itself.
  func edit(_ number: UInt8) { change(number) }
  func change(_ number: UInt8) { document.document.bytes[0] = 65 + number }
}

/// A class that returns its contents.
private class PlainNSDocument: NSDocument {
  var bytes = Data()

  override class var autosavesInPlace: Bool { true }

  override func data(ofType typeName: String) throws -> Data { bytes }

  override func read(from data: Data, ofType typeName: String) throws { bytes = data }
}

/// A class that writes its file.
private final class WritingNSDocument: PlainNSDocument {
  override func write(to url: URL, ofType typeName: String) throws {
    try super.write(to: url, ofType: typeName)
  }
}

@MainActor private struct HostedBytes: CostedDocument {
  private let type = "public.data"
  let document: PlainNSDocument

  init(_ document: PlainNSDocument, _ bytes: Data, at url: URL) {
    self.document = document
    document.bytes = bytes
    Environment.prepare(document.hostDocument, in: url.deletingLastPathComponent())
  }

  func save(to url: URL, isNew: Bool) async throws {
    try await document.save(to: url, ofType: type, for: isNew ? .saveAsOperation : .saveOperation)
  }

  func autosave() async throws {
    try await document.autosave(withImplicitCancellability: false)
  }

  func saveAndClose() async throws { try await document.saveAndClose() }

  func edit(_ number: UInt8) {
    change(number)
    document.updateChangeCount(.changeDone)
  }

  func change(_ number: UInt8) { document.bytes[0] = 65 + number }
}
