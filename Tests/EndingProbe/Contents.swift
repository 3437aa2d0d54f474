import Foundation
import UniformDocuments
import UniformTypeIdentifiers

struct TextValue: FileDocument {
  static var readableContentTypes: [UTType] { [.plainText] }
  var text = ""

  init(configuration: ReadConfiguration) throws { text = configuration.text }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    ContentsHook.call()
    return .init(of: text)
  }
}

final class ValueEditor: Editor {
  let host: ValueDocument<TextValue>

  init(_ url: URL) { host = ValueDocument(at: url) }

  var document: Document { host }
  func edit(_ text: String) async throws { host.document.text = text }
}

/// An object with a text.
protocol TextObject: ReferenceFileDocument {
  var text: String { get set }
}

extension TextObject {
  func snapshot(contentType: UTType) throws -> String {
    ContentsHook.call()
    return text
  }

  func fileWrapper(
    snapshot: String, configuration: WriteConfiguration
  ) throws -> FileWrapper { .init(of: snapshot) }
}

final class PublishedText: TextObject {
  static var readableContentTypes: [UTType] { [.plainText] }
  @Published var text: String

  init(configuration: ReadConfiguration) throws { text = configuration.text }
}

@Observable final class ObservedText: TextObject {
  static var readableContentTypes: [UTType] { [.plainText] }
  var text: String

  init(configuration: ReadConfiguration) throws { text = configuration.text }
}

final class SilentText: TextObject {
  static var readableContentTypes: [UTType] { [.plainText] }
  var text: String

  init(configuration: ReadConfiguration) throws { text = configuration.text }
}

final class ObjectEditor<Content: TextObject>: Editor {
  let host: ObjectDocument<Content>

  init(_ url: URL) { host = ObjectDocument(at: url) }

  var document: Document { host }
  func edit(_ text: String) async throws { host.document.text = text }
}

@Observable final class TextModel: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.plainText] }
  static var writableContentTypes: [UTType] { [.plainText] }
  var text = ""

  struct Access: DocumentReader, DocumentWriter {
    func read(from source: URL, progress: consuming Subprogress) async throws -> sending String {
      try String(contentsOf: source, encoding: .utf8)
    }

    func write(
      snapshot: String, to destination: URL, previous: String?, progress: consuming Subprogress
    ) async throws {
      try Data(snapshot.utf8).write(to: destination)
    }
  }

  func reader(configuration: ReadConfiguration) -> Access { Access() }
  func writer(configuration: WriteConfiguration) -> Access { Access() }
  @MainActor func apply(snapshot: String, previous: String?) async throws { text = snapshot }
  @MainActor func snapshot(contentType: UTType) async throws -> String {
    ContentsHook.call()
    return text
  }
}

final class ModelEditor: Editor {
  let host: ModelDocument<TextModel>

  init(_ url: URL) { host = ModelDocument(TextModel(), fileURL: url) }

  var document: Document { host }
  func edit(_ text: String) async throws { host.document.text = text }
}

extension FileDocumentReadConfiguration {
  fileprivate var text: String {
    String(decoding: file.regularFileContents ?? Data(), as: UTF8.self)
  }
}

extension FileWrapper {
  fileprivate convenience init(of text: String) {
    self.init(regularFileWithContents: Data(text.utf8))
  }
}
