public import Foundation
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
