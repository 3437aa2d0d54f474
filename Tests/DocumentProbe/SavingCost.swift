import Foundation
import Glibc
import SystemPackage
import UniformDocuments
import UniformTypeIdentifiers

/// A document of the main actor whose contents are bytes.
@MainActor final class BytesDocument: MainDocument {
  var bytes = Data()

  override func contents(ofType type: UTType) throws -> Any { bytes }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    bytes = data
  }
}

/// The costs of the operations that write a document, for the main actor and for memory.
///
/// The processor time of the main thread is the time of the main actor, because the program does
/// nothing else there, and runs the main queue on that thread (``runMainLoop()``).
@MainActor struct SavingCost {
  let directory: URL
  let byteCount: Int

  /// Measures all operations, after a first round in which the system loads their code.
  func run() async throws {
    for (name, byteCount, isReported) in [("first", 1, false), ("second", byteCount, true)] {
      let place = directory.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      try await Round(directory: place, byteCount: byteCount, isReported: isReported).run()
    }
  }

  /// The processor time of the calling thread in milliseconds.
  static var mainThreadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// Runs a measurement on the main actor, with the main queue on the main thread, and ends the program.
///
/// The entry point of an asynchronous program would leave the queue to any thread.
func runOnMainLoop(_ measurement: @escaping @MainActor () async throws -> Void) -> Never {
  Task { @MainActor in
    do {
      try await measurement()
      exit(0)
    } catch {
      fail("\(error)")
    }
  }
  while true { RunLoop.main.run() }
}

/// One measurement of all operations.
@MainActor private struct Round {
  let directory: URL
  let byteCount: Int
  let isReported: Bool

  func run() async throws {
    let url = directory.appending(path: "a.bin")
    let document = BytesDocument(at: url)
    document.environment.autosavePolicy = nil
    document.environment.autosaveDirectory = FilePath(directory.path).appending("autosaved")
    document.environment.watchesItems = false
    document.bytes = Data(repeating: 65, count: byteCount)
    try await measure("create") { try await document.saveContents(to: url, for: .forCreating) }
    document.updateChangeCount(.done)
    try await measure("overwrite") {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    document.preservesVersions = true
    document.updateChangeCount(.done)
    try await measure("version") { try await document.saveContents(to: url, for: .forOverwriting) }
    try await measure("export") {
      try await document.export(to: directory.appending(path: "b.bin"))
    }
    try await measure("duplicate") {
      let copy = try document.duplicate()
      try await copy.saveContents(to: copy.fileURL, for: .forCreating)
      try await copy.close(discardingChanges: true)
    }
    let draft = BytesDocument(at: directory.appending(path: "draft.bin"))
    draft.environment = document.environment
    draft.isDraft = true
    try await draft.openContents()
    draft.bytes = document.bytes
    draft.updateChangeCount(.done)
    try await measure("autosave") { try await draft.autosaveContents() }
    try await draft.close(discardingChanges: true)
    try await measure("revert") { try await document.revertContents(to: url) }
  }

  /// Prints the name of an operation, the milliseconds of the main thread, and the bytes of memory
  /// that the operation took at most beyond those before it.
  private func measure(_ name: String, _ operation: () async throws -> Void) async throws {
    let memory = Memory()
    let start = SavingCost.mainThreadTime
    try await operation()
    let milliseconds = SavingCost.mainThreadTime - start
    if isReported { print("\(name) \(milliseconds) \(memory.added)") }
  }
}

/// The resident memory of the process at the start of an operation.
struct Memory {
  private let resident: Int
  private let ofFiles: Int

  /// Lets the peak begin anew (proc(5), clear_refs).
  init() {
    if let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    resident = Self.value("VmRSS:")
    ofFiles = Self.value("RssFile:")
  }

  /// The bytes that the operation took at most, without the pages of program code and other files that it
  /// was the first to touch.
  var added: Int {
    Self.value("VmHWM:") - resident - max(0, Self.value("RssFile:") - ofFiles)
  }

  private static func value(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return (Int(text.split(whereSeparator: \.isWhitespace)[1]) ?? 0) << 10
    }
    return 0
  }
}
