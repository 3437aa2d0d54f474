// Document classes in the manner of many for UIKit: what they hold is a package. Only the import is
// another.

import UniformDocuments

/// A text and pictures, each of which is read when it is asked for.
class JournalDocument: UIDocument {
  private enum Names {
    static let text = "text.md"
    static let pictures = "Pictures"
  }

  private var wrapper = FileWrapper(directoryWithFileWrappers: [:])

  var text: String {
    get {
      guard let data = wrapper.fileWrappers?[Names.text]?.regularFileContents else { return "" }
      return String(data: data, encoding: .utf8) ?? ""
    }
    set {
      if let old = wrapper.fileWrappers?[Names.text] { wrapper.removeFileWrapper(old) }
      wrapper.addRegularFile(withContents: Data(newValue.utf8), preferredFilename: Names.text)
      updateChangeCount(.done)
    }
  }

  func picture(named name: String) -> Data? {
    wrapper.fileWrappers?[Names.pictures]?.fileWrappers?[name]?.regularFileContents
  }

  func addPicture(_ data: Data, named name: String) {
    if wrapper.fileWrappers?[Names.pictures] == nil {
      let pictures = FileWrapper(directoryWithFileWrappers: [:])
      pictures.preferredFilename = Names.pictures
      wrapper.addFileWrapper(pictures)
    }
    wrapper.fileWrappers?[Names.pictures]?
      .addRegularFile(withContents: data, preferredFilename: name)
    updateChangeCount(.done)
  }

  override func contents(forType typeName: String) throws -> Any { wrapper }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let wrapper = contents as? FileWrapper, wrapper.isDirectory else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.wrapper = wrapper
  }
}

/// A package that says what is in it, and is made anew at every save.
final class PresentationDocument: UIDocument {
  struct Metadata: Codable {
    var version = 1
    var slides: [String] = []
  }

  var metadata = Metadata()
  var notes: [String: String] = [:]

  override func contents(forType typeName: String) throws -> Any {
    let root = FileWrapper(directoryWithFileWrappers: [:])
    root.addRegularFile(
      withContents: try JSONEncoder().encode(metadata), preferredFilename: "metadata.json")
    var children: [String: FileWrapper] = [:]
    for (name, note) in notes {
      children[name] = FileWrapper(regularFileWithContents: Data(note.utf8))
    }
    let directory = FileWrapper(directoryWithFileWrappers: children)
    directory.preferredFilename = "Notes"
    root.addFileWrapper(directory)
    return root
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let root = contents as? FileWrapper,
      let data = root.fileWrappers?["metadata.json"]?.regularFileContents
    else { throw CocoaError(.fileReadCorruptFile) }
    metadata = try JSONDecoder().decode(Metadata.self, from: data)
    notes = (root.fileWrappers?["Notes"]?.fileWrappers ?? [:]).compactMapValues {
      $0.regularFileContents.flatMap { String(data: $0, encoding: .utf8) }
    }
  }
}

/// A package whose children are read and written by URL.
final class SongDocument: UIDocument {
  var tracks: [String: Data] = [:]

  override func read(from url: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    for name in names where name.hasSuffix(".track") {
      tracks[name] = try Data(contentsOf: url.appendingPathComponent(name))
    }
  }

  override func contents(forType typeName: String) throws -> Any { tracks }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: UIDocument.SaveOperation,
    originalContentsURL: URL?
  ) throws {
    guard let tracks = contents as? [String: Data] else { throw CocoaError(.fileWriteUnknown) }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, data) in tracks {
      let target = url.appendingPathComponent(name)
      if let original = originalContentsURL?.appendingPathComponent(name),
        (try? Data(contentsOf: original)) == data
      {
        try FileManager.default.linkItem(at: original, to: target)
      } else {
        try data.write(to: target)
      }
    }
  }
}

/// A file or a package, by what is in it.
final class MemoDocument: UIDocument {
  var text = ""
  var attachment: Data?

  override var savingFileType: String? {
    attachment == nil ? "public.plain-text" : "com.apple.rtfd"
  }

  override func fileNameExtension(
    forType typeName: String?, saveOperation: UIDocument.SaveOperation
  ) -> String {
    typeName == "com.apple.rtfd" ? "rtfd" : "txt"
  }

  override func contents(forType typeName: String) throws -> Any {
    guard let attachment = attachment else { return Data(text.utf8) }
    return FileWrapper(directoryWithFileWrappers: [
      "text.txt": FileWrapper(regularFileWithContents: Data(text.utf8)),
      "attachment": FileWrapper(regularFileWithContents: attachment),
    ])
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    if let wrapper = contents as? FileWrapper, let files = wrapper.fileWrappers {
      text = String(decoding: files["text.txt"]?.regularFileContents ?? Data(), as: UTF8.self)
      attachment = files["attachment"]?.regularFileContents
    } else if let data = contents as? Data {
      text = String(decoding: data, as: UTF8.self)
    }
  }
}
