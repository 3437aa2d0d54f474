import UniformDocuments
import UniformTypeIdentifiers

extension UTType {
  static let album = UTType(exportedAs: "com.example.client.album", conformingTo: .package)
}

/// A package with pictures, of which those that are there already are not written again.
struct AlbumFile: FileDocument {
  static var readableContentTypes: [UTType] { [.album] }

  var title: String
  var pictures: [String: Data]

  init(title: String = "", pictures: [String: Data] = [:]) {
    self.title = title
    self.pictures = pictures
  }

  init(configuration: ReadConfiguration) throws {
    guard configuration.file.isDirectory,
      let files = configuration.file.fileWrappers,
      let title = files["Title.txt"]?.regularFileContents
    else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.title = String(decoding: title, as: UTF8.self)
    pictures = [:]
    for (name, wrapper) in files["Pictures"]?.fileWrappers ?? [:] {
      pictures[name] = wrapper.regularFileContents
    }
  }

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    let old = configuration.existingFile?.fileWrappers?["Pictures"]?.fileWrappers ?? [:]
    let folder = FileWrapper(directoryWithFileWrappers: [:])
    for (name, data) in pictures {
      if let known = old[name], known.regularFileContents == data {
        folder.addFileWrapper(known)
      } else {
        folder.addRegularFile(withContents: data, preferredFilename: name)
      }
    }
    return FileWrapper(directoryWithFileWrappers: [
      "Title.txt": FileWrapper(regularFileWithContents: Data(title.utf8)),
      "Pictures": folder,
    ])
  }
}
