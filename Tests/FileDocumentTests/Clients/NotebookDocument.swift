import UniformDocuments
import UniformTypeIdentifiers

/// A text with file wrappers, in the shape of SDK 27.
@Observable final class PoemDocument: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.plainText] }
  var text: String
  @ObservationIgnored let configuration: URLDocumentConfiguration?
  @ObservationIgnored let source: DocumentCreationSource?

  @MainActor init(
    _ configuration: URLDocumentConfiguration? = nil, _ context: DocumentCreationContext? = nil
  ) {
    self.configuration = configuration
    source = context?.creationSource
    text = source == .ballad ? "Ballad" : ""
  }

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<String> {
    FileWrapperDocumentReader(configuration) { wrapper in
      guard let data = wrapper.regularFileContents else { throw CocoaError(.fileReadCorruptFile) }
      return String(decoding: data, as: UTF8.self)
    }
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<String> {
    FileWrapperDocumentWriter(configuration) { text, _ in
      FileWrapper(regularFileWithContents: Data(text.utf8))
    }
  }

  @MainActor func apply(snapshot: sending String, previous: sending String?) async throws {
    text = snapshot
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending String { text }
}

extension DocumentCreationSource {
  static let ballad = DocumentCreationSource(id: "ballad")
}

/// A package of pages, whose file wrapper is changed in place.
@Observable final class NotebookDocument: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.album] }
  var pages: [String: String] = [:]
  /// True if saving fails after it has changed the wrapper.
  @ObservationIgnored var fails = false
  /// For each save, whether it got the wrapper of the one before.
  static let calls = Calls()

  func reader(
    configuration: sending ReadConfiguration
  ) -> sending FileWrapperDocumentReader<[String: String]> {
    FileWrapperDocumentReader(configuration) { wrapper in
      try (wrapper.fileWrappers ?? [:]).mapValues { page in
        guard let data = page.regularFileContents else { throw CocoaError(.fileReadCorruptFile) }
        return String(decoding: data, as: UTF8.self)
      }
    }
  }

  func writer(
    configuration: sending WriteConfiguration
  ) -> sending FileWrapperDocumentWriter<Notebook> {
    FileWrapperDocumentWriter(configuration) { notebook, last in
      NotebookDocument.calls.note(
        "\(notebook.pages.sorted { $0.key < $1.key }) last \(last != nil)")
      let package = last ?? FileWrapper(directoryWithFileWrappers: [:])
      for (name, text) in notebook.pages {
        if let page = package.fileWrappers?[name] {
          if page.regularFileContents == Data(text.utf8) { continue }
          package.removeFileWrapper(page)
        }
        package.addRegularFile(withContents: Data(text.utf8), preferredFilename: name)
      }
      for (name, page) in package.fileWrappers ?? [:] where notebook.pages[name] == nil {
        package.removeFileWrapper(page)
      }
      if notebook.fails { throw CocoaError(.fileWriteUnknown) }
      return package
    }
  }

  @MainActor func apply(
    snapshot: sending [String: String], previous: sending [String: String]?
  ) async throws {
    pages = snapshot
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending Notebook {
    Notebook(pages: pages, fails: fails)
  }
}

struct Notebook {
  var pages: [String: String]
  var fails = false
}

/// A package whose own writer writes the pages that differ, and nothing else.
@Observable final class SheafDocument: ReadableDocument, WritableDocument {
  static var readableContentTypes: [UTType] { [.album] }
  var pages: [String: String] = [:]

  func reader(configuration: sending ReadConfiguration) -> sending SheafReader { SheafReader() }
  func writer(configuration: sending WriteConfiguration) -> sending SheafWriter { SheafWriter() }

  @MainActor func apply(snapshot: sending Sheaf, previous: sending Sheaf?) async throws {
    pages = snapshot.pages
  }

  @MainActor func snapshot(contentType: UTType) async throws -> sending Sheaf { Sheaf(pages) }
}

/// An object, as a picture of a system is.
final class Sheaf {
  let pages: [String: String]

  init(_ pages: [String: String]) { self.pages = pages }
}

struct SheafReader: DocumentReader {
  @concurrent func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Sheaf {
    let names = try FileManager.default.contentsOfDirectory(atPath: source.path)
    let manager = progress.start(totalCount: names.count)
    var pages: [String: String] = [:]
    for name in names {
      pages[name] = try String(contentsOf: source.appending(path: name), encoding: .utf8)
      manager.complete(count: 1)
    }
    return Sheaf(pages)
  }
}

struct SheafWriter: DocumentWriter {
  /// The names of the written pages, per save.
  static let calls = Calls()

  @concurrent func write(
    snapshot: sending Sheaf, to destination: sending URL, previous: sending Sheaf?,
    progress: consuming Subprogress
  ) async throws {
    let changed = snapshot.pages.filter { previous?.pages[$0.key] != $0.value }
    let manager = progress.start(totalCount: changed.count)
    Self.calls.note("wrote \(changed.keys.sorted())")
    for (name, text) in changed.sorted(by: { $0.key < $1.key }) {
      guard text != "unwritable" else { throw CocoaError(.fileWriteUnknown) }
      try Data(text.utf8).write(to: destination.appending(path: name))
      manager.complete(count: 1)
    }
    for name in previous?.pages.keys.sorted() ?? [] where snapshot.pages[name] == nil {
      try FileManager.default.removeItem(at: destination.appending(path: name))
    }
  }
}
