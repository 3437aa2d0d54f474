import UniformDocuments
import UniformTypeIdentifiers

/// A log, which is only looked at.
struct LogFile: FileDocument {
  static var readableContentTypes: [UTType] { [.log] }
  static var writableContentTypes: [UTType] { [] }

  var lines: [Substring]

  init(configuration: ReadConfiguration) throws {
    let data = configuration.file.regularFileContents ?? Data()
    lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    throw CocoaError(.fileWriteNoPermission)
  }
}
