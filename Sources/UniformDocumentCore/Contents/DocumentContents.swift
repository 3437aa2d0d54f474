public import Foundation
internal import Synchronization
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions
public import UniformTypes

/// The contents of a document, examined once and passed on as an enumeration: a cast of an `Any`
/// with a value to a class bridges the value first, which copies all bytes of a `Data`.
package enum DocumentContents {
  case data(Data)
  case fileWrapper(FileWrapper)
  case snapshot(SnapshotContents)
  case other(Any)

  /// - Complexity: constant for all contents.
  package init(_ contents: Any) {
    if let data = contents as? Data {
      self = .data(data)
    } else if type(of: contents) is AnyClass {
      // An object is not bridged.
      switch contents {
      case let wrapper as FileWrapper: self = .fileWrapper(wrapper)
      case let snapshot as SnapshotContents: self = .snapshot(snapshot)
      default: self = .other(contents)
      }
    } else if let optional = contents as? any OptionalContents, let wrapped = optional.wrapped {
      self = DocumentContents(wrapped)
    } else {
      self = .other(contents)
    }
  }

  /// A new file without attributes is written as its bytes, so that their digest is known without
  /// reading the file, and later changes by other processes are detected.
  package static func written(as wrapper: FileWrapper) -> DocumentContents {
    wrapper.newFileContents.map(DocumentContents.data) ?? .fileWrapper(wrapper)
  }

  package var value: Any {
    switch self {
    case .data(let data): data
    case .fileWrapper(let wrapper): wrapper
    case .snapshot(let snapshot): snapshot
    case .other(let contents): contents
    }
  }
}

/// An optional, which an override may return as `Any`.
private protocol OptionalContents {
  var wrapped: Any? { get }
}

extension Optional: OptionalContents {
  fileprivate var wrapped: Any? { self }
}

/// The content of a document at one moment, with the function that writes it.
///
/// The main actor creates it, and waits while the queue of file access writes it.
package final class SnapshotContents {
  package let type: UTType
  package let value: Any?
  private let makeWrapper: (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper
  private let whenSaved: () -> Void
  /// Writes an item to a URL, for content that creates no file wrappers.
  package let writeItem: ((_ url: URL, _ original: URL?, _ isSuccessor: Bool) throws -> Void)?
  private var package: PackageSnapshot?

  /// `makeWrapper` gets whether the replaced item is the one that was last saved; `whenSaved` runs
  /// on the main actor when the document's item has the snapshot.
  package init(
    ofType type: UTType, value: Any? = nil,
    _ makeWrapper: @escaping (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper,
    whenSaved: @escaping () -> Void = {}
  ) {
    self.type = type
    self.value = value
    self.makeWrapper = makeWrapper
    self.whenSaved = whenSaved
    writeItem = nil
  }

  /// The last argument of `writeItem` is the second one of `makeWrapper` above; `whenSaved` runs on
  /// the main actor when the document's item has the snapshot.
  package init(
    ofType type: UTType, value: Any, writeItem: @escaping (URL, URL?, Bool) throws -> Void,
    whenSaved: @escaping () -> Void
  ) {
    self.type = type
    self.value = value
    self.writeItem = writeItem
    self.whenSaved = whenSaved
    makeWrapper = { _, _ in throw CocoaError(.fileWriteUnknown) }
  }

  /// Returns bytes, by which later changes of the file are detected, or a copy of a package,
  /// because writing changes wrappers and the content may keep its own.
  package func write(
    _ configuration: FileDocumentWriteConfiguration, afterPrevious: Bool
  ) throws -> DocumentContents {
    package = nil
    let wrapper = try makeWrapper(configuration, afterPrevious)
    let contents = DocumentContents.written(as: wrapper)
    guard case .fileWrapper = contents else { return contents }
    let package = try PackageSnapshot(wrapper)
    self.package = package
    return .fileWrapper(package.copy)
  }

  /// Creates a file wrapper for another document, which shares nothing with this one.
  package func copy() throws -> FileWrapper {
    let wrapper = try makeWrapper(FileDocumentWriteConfiguration(contentType: type), false)
    return try PackageSnapshot(wrapper).copy
  }

  /// Passes their locations to the content's file wrappers; runs on the main actor.
  func adopt() {
    package?.adopt()
    whenSaved()
  }
}

/// A copy of a package that is written while the model keeps and changes its file wrappers.
///
/// Writing stores locations in wrappers. They are passed to the originals in the model's isolation.
package struct PackageSnapshot {
  package let copy: FileWrapper
  private var pairs: [(original: FileWrapper, copy: FileWrapper)] = []

  /// - Throws: `DocumentError` if the wrapper is nested too deeply.
  package init(_ wrapper: FileWrapper) throws {
    copy = try FileWrapper(tree: wrapper.tree(), [])
    pair(wrapper, with: copy)
  }

  /// Stores the pair of a wrapper and its copy; the model may replace its wrappers.
  private mutating func pair(_ original: FileWrapper, with copy: FileWrapper) {
    copy.givenAttributes = original.givenAttributes
    pairs.append((original, copy))
    guard case .directory(let originals) = original.content,
      case .directory(let copies) = copy.content
    else { return }
    for (key, child) in originals {
      if let copy = copies[key] { pair(child, with: copy) }
    }
  }

  func adopt() {
    for (original, copy) in pairs { original.adoptPlace(of: copy) }
  }
}

/// The type and the destination of a save of a ``FileDocument`` or a ``ReferenceFileDocument``.
public struct FileDocumentWriteConfiguration {
  /// The type to write.
  public let contentType: UTType

  /// The item to be replaced; nil if there is none.
  ///
  /// It is read lazily. Children of this wrapper that are added to the new package are linked, not
  /// copied.
  public let existingFile: FileWrapper?

  /// The location of the new item; nil if it has none, as for a duplicate.
  ///
  /// SwiftUI's configuration has no such property. Exports and autosaves to the recovery location
  /// do not use the document's location (rule Q4).
  public let destinationURL: URL?

  /// Creates a configuration, for tests and for code that writes documents itself; SwiftUI has no
  /// such initializer.
  ///
  /// - Parameters:
  ///   - contentType: the type to write.
  ///   - existingFile: the item to be replaced.
  ///   - destinationURL: the location of the new item.
  public init(contentType: UTType, existingFile: FileWrapper? = nil, destinationURL: URL? = nil) {
    self.contentType = contentType
    self.existingFile = existingFile
    self.destinationURL = destinationURL
  }
}

/// The values that a save writes, taken at one moment.
struct SaveSnapshot {
  var plan: SavePlan
  /// The result of `contents(forType:)`; a package is a copy that the model does not change.
  let contents: DocumentContents
  let attributes: [AnyHashable: Any]
  let package: PackageSnapshot?

  init(plan: SavePlan, contents: DocumentContents, attributes: [AnyHashable: Any]) throws {
    self.plan = plan
    self.attributes = attributes
    var contents = contents
    if case .fileWrapper(let wrapper) = contents { contents = .written(as: wrapper) }
    if case .fileWrapper(let wrapper) = contents {
      let package = try PackageSnapshot(wrapper)
      self.package = package
      self.contents = .fileWrapper(package.copy)
    } else {
      package = nil
      self.contents = contents
    }
  }

  func adopt() {
    package?.adopt()
    if case .snapshot(let snapshot) = contents { snapshot.adopt() }
  }
}

/// A save in progress, whose plan the defaults of `writeContents` read and add results to.
package final class Writing: OperationPart, @unchecked Sendable {
  package let operation: DocumentOperation
  // Only the queue of file access uses the following properties, which is why unchecked is safe.
  package var plan: SavePlan
  var outcome: SaveOutcome?

  init(_ plan: SavePlan, _ operation: DocumentOperation) {
    self.plan = plan
    self.operation = operation
  }

  package func belongs(to document: AnyObject) -> Bool {
    operation.document == ObjectIdentifier(document)
  }
}

/// The bytes on disk that `writeContents` has written: an override may compress them, for example.
package final class WrittenBytes: OperationPart, @unchecked Sendable {
  /// The maximum size of a file that an override reads or writes, and that is read again for its
  /// digest.
  static let mostBytesRead = 64 << 20

  // Only the queue of file access uses these properties, which is why unchecked is safe.
  private var size: Int64 = 0
  private var digest: UInt64?

  func note(_ data: Data) {
    size = Int64(data.count)
    digest = data.withUnsafeBytes(FileIdentity.digest(of:))
  }

  /// Examines a new file that an override of `writeContents` may have written.
  func look(at location: FileLocation, _ status: FileStatus, in store: any FileStore) {
    guard status.kind == .regular, digest == nil || status.size != size else { return }
    digest = nil
    guard status.size <= Self.mostBytesRead else { return }
    size = status.size
    digest = try? store.digest(of: location)
  }

  /// Nil if other bytes than the known ones were written.
  func digest(ofSize size: Int64) -> UInt64? { size == self.size ? digest : nil }
}

/// The writing of contents into memory, for a comparison.
///
/// The default of `writeContents(_:to:for:originalContentsURL:)` finds it as the operation's part.
/// An override that writes the item itself writes to a temporary location.
final class Rendering: OperationPart, @unchecked Sendable {
  /// The classes whose last contents were taken, and not written to a temporary location.
  static let inMemory = Mutex<Set<ObjectIdentifier>>([])

  private let document: ObjectIdentifier
  // One thread at a time writes, and passes it to the next, which is why unchecked is safe.
  private(set) var rendition: FileWrapper?

  init(of document: ObjectIdentifier) { self.document = document }

  /// Returns true if the contents were taken, and must not be written.
  func take(_ contents: DocumentContents, of document: AnyObject) -> Bool {
    guard ObjectIdentifier(document) == self.document else { return false }
    switch contents {
    case .data(let data): rendition = FileWrapper(regularFileWithContents: data)
    case .fileWrapper(let wrapper): rendition = wrapper
    default: return false
    }
    return true
  }
}

/// The contents of a document, taken in its isolation.
package enum TakenContents {
  case contents(Any)
  case rendition(FileWrapper)
}

/// The destination of a save and the fate of the document's previous item.
package struct SavePlan: Sendable {
  package var url: URL
  /// True if the save was requested to create an item, and not to overwrite one.
  let createsItem: Bool
  /// The identifier of the type to save as.
  let type: String?
  /// The item that is replaced, from which unchanged parts may be copied.
  var original: URL?
  /// The original is removed when the new item is durable, because the type changes its name.
  let movesOriginal: Bool
  /// True if the save writes there even if another process moves the item meanwhile.
  let isInPlace: Bool
  package let movesDocument: Bool
  /// A created document does not know the existing contents, and would erase them.
  let mayReplaceUnread: Bool

  var makesNewItem: Bool { createsItem || movesOriginal }
}

extension SavePlan {
  var elsewhere: SavePlan {
    SavePlan(
      url: url, createsItem: false, type: type, original: nil, movesOriginal: false,
      isInPlace: false, movesDocument: false, mayReplaceUnread: true)
  }

  /// Returns the plan with a number in the name, because the name is taken.
  func numbered(_ number: Int, filenameExtension: String) -> SavePlan {
    var plan = self
    plan.url = url.replacingName {
      SavingName.numbered($0, number, filenameExtension: filenameExtension)
    }
    return plan
  }
}

extension URL {
  package func replacingName(by name: (String) -> String) -> URL {
    let newName = name(itemName)
    guard newName != itemName else { return self }
    return deletingLastPathComponent().appending(component: newName, directoryHint: .notDirectory)
  }
}
