import UniformDocuments
import UniformTypeIdentifiers

/// A class with `@Observable` whose two types hold different parts of it.
@Observable final class PaletteDocument: ReferenceFileDocument {
  var colors: [String]
  var name = ""

  static var readableContentTypes: [UTType] { [.plainText, .json] }

  init(configuration: ReadConfiguration) throws {
    let data = configuration.file.regularFileContents ?? Data()
    colors = String(decoding: data, as: UTF8.self).split(separator: ",").map(String.init)
  }

  func snapshot(contentType: UTType) throws -> [String] {
    contentType == .json ? [name] + colors : colors
  }

  func fileWrapper(snapshot: [String], configuration: WriteConfiguration) throws -> FileWrapper {
    let data =
      configuration.contentType == .json
      ? try JSONEncoder().encode(snapshot) : Data(snapshot.joined(separator: ",").utf8)
    return FileWrapper(regularFileWithContents: data)
  }
}
