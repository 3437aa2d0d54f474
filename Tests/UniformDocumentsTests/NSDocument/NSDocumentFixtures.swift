import Foundation
import UniformDocuments

/// A text document that records the called functions of the chains, and overrides none that writes.
class TextNSDocument: NSDocument {
  /// A comparison with the file would be a part of the steps.
  nonisolated override class var registersEveryChange: Bool { true }

  var text = ""
  var steps: [String] = []
  var refusal: (any Error)?
  var writesElsewhere = false

  func edit(_ text: String) {
    self.text = text
    updateChangeCount(.changeDone)
  }

  override func read(from url: URL, ofType typeName: String) throws {
    steps.append("read url")
    try super.read(from: url, ofType: typeName)
  }

  override func read(from fileWrapper: FileWrapper, ofType typeName: String) throws {
    steps.append("read wrapper")
    try super.read(from: fileWrapper, ofType: typeName)
  }

  override func read(from data: Data, ofType typeName: String) throws {
    steps.append("read data")
    if let refusal { throw refusal }
    text = String(decoding: data, as: UTF8.self)
  }

  override func canAsynchronouslyWrite(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) -> Bool { writesElsewhere }

  override func fileWrapper(ofType typeName: String) throws -> FileWrapper {
    steps.append("wrapper")
    return try super.fileWrapper(ofType: typeName)
  }

  override func data(ofType typeName: String) throws -> Data {
    steps.append("data")
    if let refusal { throw refusal }
    return Data(text.utf8)
  }

  override func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    steps.append("save \(saveOperation)")
    super.save(to: url, ofType: typeName, for: saveOperation, completionHandler: completionHandler)
  }
}

/// The same, with overrides of functions that write.
class TracingNSDocument: TextNSDocument {
  override func write(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws {
    steps.append("write \(saveOperation) original \(originalContentsURL != nil)")
    try super.write(
      to: url, ofType: typeName, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func write(to url: URL, ofType typeName: String) throws {
    steps.append("write url")
    try super.write(to: url, ofType: typeName)
  }
}

/// The same, with autosaving in place.
final class InPlaceNSDocument: TracingNSDocument {
  override class var autosavesInPlace: Bool { true }
}

/// The same, which is made for an environment of a test's choice.
final class SetUpNSDocument: TracingNSDocument {
  static var standard = DocumentEnvironment.quiet

  override init() {
    super.init()
    environment = Self.standard
  }
}

/// The same, which has no place for what it autosaves.
final class UnkeptNSDocument: TracingNSDocument {
  override init() {
    super.init()
    environment = .quiet
  }
}

/// A package of a text and what others have put there.
final class PackageNSDocument: NSDocument {
  var package = FileWrapper(directoryWithFileWrappers: [:])

  override func read(from fileWrapper: FileWrapper, ofType typeName: String) throws {
    package = fileWrapper
  }

  override func fileWrapper(ofType typeName: String) throws -> FileWrapper { package }

  func setText(_ text: String) {
    if let old = package.fileWrappers?["text.txt"] { package.removeFileWrapper(old) }
    package.addRegularFile(withContents: Data(text.utf8), preferredFilename: "text.txt")
    updateChangeCount(.changeDone)
  }
}

/// Classes with one overridden function that writes, classes with an inherited override, and
/// generic classes.
final class SafelyWritingNSDocument: TextNSDocument {
  override nonisolated func writeSafely(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) throws {
    try super.writeSafely(to: url, ofType: typeName, for: saveOperation)
  }
}

class KindWritingNSDocument: TextNSDocument {
  override func write(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws {
    try super.write(
      to: url, ofType: typeName, for: saveOperation, originalContentsURL: originalContentsURL)
  }
}

final class URLWritingNSDocument: TextNSDocument {
  override func write(to url: URL, ofType typeName: String) throws {
    try super.write(to: url, ofType: typeName)
  }
}

final class InheritingNSDocument: KindWritingNSDocument {
  override func data(ofType typeName: String) throws -> Data { try super.data(ofType: typeName) }
}

final class GenericNSDocument<Value>: TextNSDocument {
  var values: [Value] = []
}

final class InPlaceTextNSDocument: TextNSDocument {
  override class var autosavesInPlace: Bool { true }
}

/// A document that reads and writes by itself.
final class ByURLNSDocument: NSDocument {
  var lines: [String] = []

  override func read(from url: URL, ofType typeName: String) throws {
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  override func write(to url: URL, ofType typeName: String) throws {
    try lines.joined(separator: "\n").write(to: url, atomically: false, encoding: .utf8)
  }
}

/// A document whose class says nothing.
final class SilentNSDocument: NSDocument {}

/// A document whose class says what is new in it.
final class GreetingNSDocument: NSDocument {
  var text = ""

  required convenience init(type typeName: String) throws {
    self.init()
    fileType = typeName
    text = "Hello"
  }

  override func read(from data: Data, ofType typeName: String) throws {
    text = String(decoding: data, as: UTF8.self)
  }

  override func data(ofType typeName: String) throws -> Data { Data(text.utf8) }
}
