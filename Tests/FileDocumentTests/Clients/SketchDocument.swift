import UniformDocuments
import UniformTypeIdentifiers

@Observable final class SketchLayer {
  var name: String

  init(name: String) {
    self.name = name
  }
}

/// A class with `@Observable`, which publishes nothing, and registers nothing to undo.
@Observable final class SketchDocument: ReferenceFileDocument {
  var layers: [SketchLayer]
  /// The selection, which is not a part of the document.
  var selection: Int?

  static var readableContentTypes: [UTType] { [.json] }

  init() {
    layers = [SketchLayer(name: "Background")]
  }

  init(configuration: ReadConfiguration) throws {
    guard let data = configuration.file.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    layers = try JSONDecoder().decode([String].self, from: data).map(SketchLayer.init)
  }

  func snapshot(contentType: UTType) throws -> [String] {
    layers.map(\.name)
  }

  func fileWrapper(snapshot: [String], configuration: WriteConfiguration) throws -> FileWrapper {
    .init(regularFileWithContents: try JSONEncoder().encode(snapshot))
  }
}
