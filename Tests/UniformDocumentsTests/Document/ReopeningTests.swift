import Foundation
import TestSupport
import Testing
import UniformTypes

@testable import UniformDocumentCore
@testable import UniformDocuments

/// What a class has saved it can open, whatever the type and the name of the item are.
@Suite(.timeLimit(.minutes(10))) @MainActor struct Reopening {
  /// A document that is a file or a package, of any type.
  private final class AnyNote: Document {
    var isPackage = false
    var type: String?
    var text = ""

    override var savingFileType: String? { type ?? super.savingFileType }

    override func contents(forType typeName: String) throws -> Any {
      let data = Data(text.utf8)
      return isPackage
        ? FileWrapper(directoryWithFileWrappers: ["text": .init(regularFileWithContents: data)])
        : data
    }

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      let data =
        contents as? Data ?? (contents as? FileWrapper)?.fileWrappers?["text"]?.regularFileContents
      guard let data else { throw CocoaError(.fileReadCorruptFile) }
      text = String(decoding: data, as: UTF8.self)
    }
  }

  private static let types: [String?] = [
    nil, "public.plain-text", "public.rtf", "com.apple.rtfd", "com.apple.package", "public.data",
    "public.folder", "public.json", "public.zip-archive", "org.example.undeclared",
  ]
  private static let endings = [
    "", ".txt", ".rtf", ".rtfd", ".pack", ".zip", ".bundle", ".app", ".json", ".png", ".tar.gz",
    ".foo",
  ]

  private static func registry(withDatabase: Bool) throws -> TypeRegistry {
    try TypeRegistry(
      RegistryConfiguration(
        environment: ProcessInfo.processInfo.environment,
        includesInstalledDeclarations: withDatabase, usesCache: false))
  }

  @Test("C11, D8: a class opens what it has created", arguments: [false, true], [false, true])
  func everyWay(isPackage: Bool, withDatabase: Bool) async throws {
    let registry = try Self.registry(withDatabase: withDatabase)
    let scratch = try ScratchDirectory()
    func note(at url: URL, _ type: String?) -> AnyNote {
      let note = AnyNote(fileURL: url)
      note.environment = .quiet
      note.environment.registry = registry
      note.environment.writingOptions.synchronizes = false
      note.isPackage = isPackage
      note.type = type
      return note
    }
    var failures: [String] = []
    for type in Self.types {
      for ending in Self.endings {
        let name = "\(type ?? "any")\(ending)"
        do {
          let url = scratch.url("\(type ?? "any")-\(ending)/note\(ending)")
          try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
          let created = note(at: url, type)
          created.text = "first"
          try await created.saveContents(to: url, for: .forCreating)
          try await created.saveAndClose()
          let edited = note(at: created.fileURL, type)
          try await edited.openContents()
          if edited.text != "first" { failures.append("\(name): \(edited.text)") }
          edited.text = "second"
          edited.updateChangeCount(.done)
          try await edited.saveAndClose()
          let opened = note(at: edited.fileURL, type)
          try await opened.openContents()
          if opened.text != "second" { failures.append("\(name): \(opened.text)") }
          if let failure = Self.wrongType(of: opened, registry) {
            failures.append("\(name): \(failure)")
          }
          try await opened.saveAndClose()
        } catch {
          failures.append("\(name): \(error)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
  }

  /// Returns the type of an opened package that does not conform to the type that it was saved as, so
  /// that a class that asks for its own type would not find it; nil if there is no such fault.
  private static func wrongType(of note: AnyNote, _ registry: TypeRegistry) -> String? {
    guard note.isPackage, let saved = note.type.flatMap({ registry.type($0) }),
      saved.conforms(to: .package)
    else { return nil }
    let found = note.fileType.flatMap { registry.type($0) }
    return found?.conforms(to: saved) == true ? nil : "type \(note.fileType ?? "nil")"
  }

  @Test("D10: a file does not replace a directory that was opened under its name")
  func directory() async throws {
    let scratch = try ScratchDirectory(["a.txt/index": "x"])
    let note = TextNote(fileURL: scratch.url("a.txt"))
    note.environment = .quiet
    // This class reads every value other than Data as an empty text.
    try await note.openContents()
    note.text = "new"
    note.updateChangeCount(.done)
    let error = await #expect(throws: DocumentError.self) { try await note.saveAndClose() }
    #expect(error?.code == .wrongKind)
    #expect(scratch.text("a.txt/index") == "x")
    try await note.close(discardingChanges: true)
  }
}
