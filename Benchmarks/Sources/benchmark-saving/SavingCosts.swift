import Foundation
import Glibc
import SystemPackage
import UniformDocuments
import UniformTypeIdentifiers

/// The costs of saves for the main actor and for memory: times, because no other library does the same.
///
/// The processor time of the main thread belongs to the main actor, because the program does nothing
/// else there.
@MainActor struct SavingCosts {
  let folder: URL

  private func environment() -> DocumentEnvironment {
    var environment = DocumentEnvironment(autosavePolicy: nil)
    environment.watchesItems = false
    environment.autosaveDirectory = nil
    return environment
  }

  /// Saves a document of 2 GB for creating and for overwriting.
  func saveLargeFile() async throws {
    let url = folder.appending(path: "large.bin")
    try? FileManager.default.removeItem(at: url)
    let document = BytesDocument(at: url)
    document.environment = environment()
    document.bytes = Data(repeating: 65, count: 2 << 30)
    try await report("save-2-gb create") {
      try await document.saveContents(to: url, for: .forCreating)
    }
    document.updateChangeCount(.done)
    try await report("save-2-gb overwrite") {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    document.bytes = Data()
    try await document.close(discardingChanges: true)
    try FileManager.default.removeItem(at: url)
  }

  /// Saves a package of 10,000 files, and then with one of them changed.
  ///
  /// - Parameter folderCount: the number of folders that the files are in; 0 for none.
  func savePackage(folderCount: Int) async throws {
    let name = "package of 10,000 files" + (folderCount == 0 ? "" : " in \(folderCount) folders")
    let url = folder.appending(path: "large.rtfd")
    try? FileManager.default.removeItem(at: url)
    let first = PackageDocument(at: url)
    first.environment = environment()
    first.fill(fileCount: 10_000, folderCount: folderCount)
    let creating = try await report("\(name), first save") {
      try await first.saveContents(to: url, for: .forCreating)
    }
    try await first.close(discardingChanges: true)
    let document = PackageDocument(at: url)
    document.environment = environment()
    try await document.openContents()
    var shares: [Double] = []
    for number in 0..<5 {
      document.change(number)
      let changing = try await report("\(name), one changed") {
        try await document.saveContents(to: url, for: .forOverwriting)
      }
      shares.append(changing / creating)
    }
    let median = shares.sorted()[shares.count / 2]
    print("\(name): one changed takes \(percent(median)) of the first save")
    try await document.close(discardingChanges: true)
    try FileManager.default.removeItem(at: url)
  }

  /// Registers steps with and without a limit of levels.
  func registerSteps() {
    var ratios: [Double] = []
    for _ in 0..<7 {
      let unlimited = time(ofSteps: 20_000, levels: 0)
      let limited = time(ofSteps: 20_000, levels: 100)
      ratios.append(limited / unlimited)
    }
    ratios.sort()
    print("undo: a step with 100 levels takes \(decimal(ratios[3])) times one without a limit")
  }

  private func time(ofSteps count: Int, levels: Int) -> Double {
    let manager = UndoManager()
    manager.groupsByEvent = false
    manager.levelsOfUndo = levels
    let target = PackageDocument(at: folder)
    let start = ContinuousClock.now
    for _ in 0..<count {
      manager.beginUndoGrouping()
      manager.registerUndo(withTarget: target) { _ in }
      manager.endUndoGrouping()
    }
    return milliseconds(ContinuousClock.now - start)
  }

  // MARK: - Figures

  /// - Returns: the milliseconds of the whole operation.
  @discardableResult
  private func report(
    _ name: String, _ operation: () async throws -> Void
  ) async throws -> Double {
    Self.forgetPeak()
    let memory = Self.memory("VmRSS:")
    let busy = Self.mainThreadTime
    let start = ContinuousClock.now
    try await operation()
    let whole = milliseconds(ContinuousClock.now - start)
    let main = Self.mainThreadTime - busy
    let added = Double(Self.memory("VmHWM:") - memory) / Double(1 << 20)
    print(
      "\(name): \(decimal(whole)) ms, main actor \(decimal(main)) ms, memory \(decimal(added)) MB")
    return whole
  }

  private func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
  }

  private func decimal(_ value: Double) -> String { String(format: "%.2f", value) }
  private func percent(_ value: Double) -> String { String(format: "%.1f %%", value * 100) }

  private static var mainThreadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Lets the peak of the resident memory begin anew (proc(5), clear_refs).
  private static func forgetPeak() {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  private static func memory(_ name: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return (Int(line.split(whereSeparator: \.isWhitespace)[1]) ?? 0) << 10
  }
}

/// A document whose contents are bytes.
@MainActor private final class BytesDocument: MainDocument {
  var bytes = Data()

  override func contents(ofType type: UTType) throws -> Any { bytes }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    bytes = contents as? Data ?? Data()
  }
}

/// A document that keeps its package as file wrappers.
@MainActor private final class PackageDocument: MainDocument {
  private var package = FileWrapper(directoryWithFileWrappers: [:])

  override func contents(ofType type: UTType) throws -> Any { package }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    guard let wrapper = contents as? FileWrapper else { throw CocoaError(.fileReadCorruptFile) }
    package = wrapper
  }

  func fill(fileCount: Int, folderCount: Int) {
    let bytes = Data(repeating: 66, count: 4_096)
    let folders = (0..<folderCount).map { number in
      let folder = FileWrapper(directoryWithFileWrappers: [:])
      folder.preferredFilename = "folder-\(number)"
      package.addFileWrapper(folder)
      return folder
    }
    for number in 0..<fileCount {
      let folder = folders.isEmpty ? package : folders[number % folders.count]
      folder.addRegularFile(withContents: bytes, preferredFilename: "file-\(number).txt")
    }
  }

  /// Replaces a file by another one of the same name.
  func change(_ number: Int) {
    let folder = package.fileWrappers?.values.first { $0.isDirectory } ?? package
    guard let (key, old) = folder.fileWrappers?.first(where: { $0.value.isRegularFile }) else {
      return
    }
    folder.removeFileWrapper(old)
    folder.addRegularFile(withContents: Data("changed \(number)".utf8), preferredFilename: key)
    updateChangeCount(.done)
  }
}
