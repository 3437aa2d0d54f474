import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UniformDocuments

/// A step that a document can be asked to take.
private enum Step: CustomStringConvertible {
  case edit(String)
  case undo
  case redo
  case save
  /// A save during which the document goes on to change; what it writes was taken before.
  indirect case saveDuring(Step)
  /// A save of which a call of some kind fails.
  case failToSave(FileStoreError.Operation)
  case revert
  case failToRevert
  case rename(String)

  static let failingCalls: [FileStoreError.Operation] = [
    .open, .createDirectory, .createFile, .write, .rename,
  ]

  /// Takes a random step; what is edited and named has the number in it, so that equal texts are
  /// one state.
  static func random(_ number: Int, using generator: inout SeededGenerator) -> Step {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6: .edit("\(number)")
    case 6..<10: .undo
    case 10..<13: .redo
    case 13..<15: .save
    case 15: .saveDuring(meanwhile(number, using: &generator))
    case 16: .failToSave(failingCalls.randomElement(using: &generator) ?? .write)
    case 17: .revert
    case 18: .failToRevert
    default: .rename("n\(number)")
    }
  }

  private static func meanwhile(_ number: Int, using generator: inout SeededGenerator) -> Step {
    [.edit("\(number)"), .undo, .redo].randomElement(using: &generator) ?? .undo
  }

  var description: String {
    switch self {
    case .edit(let text): "edit \"\(text)\""
    case .undo: "undo"
    case .redo: "redo"
    case .save: "save"
    case .saveDuring(let step): "save, and meanwhile \(step)"
    case .failToSave(let call): "fail to save, at \(call.rawValue)"
    case .revert: "revert"
    case .failToRevert: "fail to revert"
    case .rename(let name): "rename to \"\(name)\""
    }
  }
}

/// The simplest model of a correct document.
private struct Model: Equatable {
  var text = "0"
  var past: [String] = []
  var future: [String] = []
  var saved = "0"
  var name: String

  var hasUnsavedChanges: Bool { text != saved }

  mutating func take(_ step: Step) {
    switch step {
    case .edit(let new):
      past.append(text)
      future = []
      text = new
    case .undo:
      guard let old = past.popLast() else { return }
      future.append(text)
      text = old
    case .redo:
      guard let undone = future.popLast() else { return }
      past.append(text)
      text = undone
    case .save: saved = text
    case .saveDuring(let step):
      saved = text
      take(step)
    case .revert:
      text = saved
      past = []
      future = []
    case .rename(let new): name = new + ".txt"
    case .failToSave, .failToRevert: break
    }
  }
}

/// Makes the next call of a kind fail.
private final class NextFault: StoreObserver, Sendable {
  private let operation = Mutex<FileStoreError.Operation?>(nil)

  func arm(_ operation: FileStoreError.Operation) { self.operation.withLock { $0 = operation } }

  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    let fails = operation.withLock { operation in
      guard operation == call.operation else { return false }
      operation = nil
      return true
    }
    if fails { throw FileStoreError(call.operation, path: call.path, errno: .noSpace) }
    return nil
  }
}

/// A document whose edits go through an undo manager, and that takes steps.
@MainActor private final class Sheet {
  final class Storage: Document {
    var text = ""

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      text = String(decoding: (contents as? Data) ?? Data(), as: UTF8.self)
    }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }
  }

  let document: Storage
  let manager = UndoManager()
  private let fault = NextFault()

  init(_ url: URL) {
    document = Storage(fileURL: url)
    document.environment = .quiet
    document.environment.store = InterposedFileStore(fault)
    document.environment.writingOptions.synchronizes = false
    document.environment.writingOptions.recoveryDirectories = ["/nonexistent"]
    manager.groupsByEvent = false
    document.undoManager = manager
  }

  func set(_ text: String) {
    let old = document.text
    document.text = text
    manager.registerUndo(withTarget: self) { $0.set(old) }
  }

  /// Takes a step that nothing has to be waited for.
  private func take(_ step: Step) {
    switch step {
    case .edit(let text):
      manager.beginUndoGrouping()
      set(text)
      manager.endUndoGrouping()
    case .undo: manager.undo()
    case .redo: manager.redo()
    default: Issue.record("\(step) has to be waited for")
    }
  }

  func perform(_ step: Step) async throws {
    switch step {
    case .edit, .undo, .redo: take(step)
    case .save: try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    case .saveDuring(let step):
      let isSaved = await completion {
        document.save(to: document.fileURL, for: .forOverwriting, completionHandler: $0)
        take(step)
      }
      if !isSaved { Issue.record("\(step) stops a save") }
    case .failToSave(let call):
      fault.arm(call)
      let isSaved = await completion {
        document.save(to: document.fileURL, for: .forOverwriting, completionHandler: $0)
      }
      if isSaved || document.documentState != .savingError { Issue.record("no error: \(step)") }
    case .revert: try await document.revertContents(to: document.fileURL)
    case .failToRevert:
      fault.arm(.read)
      let isReverted = await completion {
        document.revert(toContentsOf: document.fileURL, completionHandler: $0)
      }
      if isReverted { Issue.record("no error: \(step)") }
    case .rename(let name): try await document.rename(to: name)
    }
  }

  /// Every text that undoing leads to, the nearest last, and what redoing leads to from the first.
  func unwound() -> (past: [String], future: [String]) {
    var past: [String] = []
    var future: [String] = []
    let count = manager.undoCount
    while manager.canUndo {
      manager.undo()
      past.insert(document.text, at: 0)
    }
    while manager.canRedo {
      manager.redo()
      future.append(document.text)
    }
    return (past, Array(future.dropFirst(count).reversed()))
  }
}

@Suite struct DocumentModel {
  static let sequenceCount = 10_000

  @Test(
    """
    F1 to F5, D13, D14, I1, I2, N3: after 10,000 random sequences of editing, undoing, redoing, \
    saving, failing to save, reverting and renaming, change state, undo stacks and file are as a \
    simple model has them
    """)
  @MainActor func randomSequences() async throws {
    // While the files of one sequence are read and written, the main actor has time for another.
    async let first = run(seedsFrom: 0)
    async let second = run(seedsFrom: 1)
    async let third = run(seedsFrom: 2)
    let stepCount = try await first + second + third
    #expect(stepCount > 7 * Self.sequenceCount)
  }

  /// Runs every third sequence, one after the other, up to the first with a problem.
  ///
  /// - Returns: how many steps were taken.
  @MainActor private func run(seedsFrom start: Int) async throws -> Int {
    let scratch = try ScratchDirectory()
    var stepCount = 0
    for seed in stride(from: start, to: Self.sequenceCount, by: 3) {
      let (steps, problem) = try await run(seed: UInt64(seed), in: scratch)
      stepCount += steps.count
      if let problem {
        Issue.record("seed \(seed), after \(steps.map(\.description)): \(problem)")
        break
      }
    }
    return stepCount
  }

  /// Runs a sequence until document and model differ.
  ///
  /// - Returns: the steps that were taken, and how document and model differ after them.
  @MainActor private func run(
    seed: UInt64, in scratch: ScratchDirectory
  ) async throws -> (steps: [Step], problem: String?) {
    var generator = SeededGenerator(seed: seed)
    var model = Model(name: "a.txt")
    let path = scratch.path.string + "/"
    try Data(model.text.utf8).write(to: URL(filePath: path + model.name))
    let sheet = Sheet(URL(filePath: path + model.name))
    let document = sheet.document
    try await document.openContents()
    var steps: [Step] = []
    for number in 1...Int.random(in: 5...10, using: &generator) {
      let step = Step.random(number, using: &generator)
      steps.append(step)
      model.take(step)
      try await sheet.perform(step)
      let isEqual =
        document.text == model.text
        && document.hasUnsavedChanges == model.hasUnsavedChanges
        && sheet.manager.undoCount == model.past.count
        && sheet.manager.redoCount == model.future.count
        && document.fileURL.lastPathComponent == model.name
        && (try? Data(contentsOf: URL(filePath: path + model.name))) == Data(model.saved.utf8)
      guard isEqual else {
        return (
          steps,
          """
          text \(document.text), changed \(document.hasUnsavedChanges), \
          undo \(sheet.manager.undoCount), redo \(sheet.manager.redoCount), \
          files \(try scratch.contents()); \(model)
          """
        )
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    guard files == [model.name] else { return (steps, "files \(files)") }
    let unwound = sheet.unwound()
    guard unwound == (model.past, model.future) else { return (steps, "\(unwound); \(model)") }
    try await document.close(discardingChanges: true)
    try FileManager.default.removeItem(atPath: path + model.name)
    return (steps, nil)
  }
}
