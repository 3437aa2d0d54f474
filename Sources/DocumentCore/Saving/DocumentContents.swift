public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// The contents of a document, between the model and the item.
///
/// The overriding points of a document pass contents as `Any`. A cast of an `Any` that holds a value
/// to a class bridges the value first, which copies all bytes of a `Data`. The library therefore
/// examines contents once, when it gets them, and passes this enumeration on.
package enum DocumentContents {
  /// The bytes of a file.
  case data(Data)
  /// A package.
  case fileWrapper(FileWrapper)
  /// Content that is written later.
  case snapshot(SnapshotContents)
  /// Contents that only the document class understands.
  case other(Any)

  /// Examines contents of an overriding point.
  ///
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

  /// Returns the contents that a file wrapper is written as.
  ///
  /// A new file without attributes is written as its bytes, so that their digest is known without reading
  /// the file, and later changes of it by other processes are detected.
  package static func written(as wrapper: FileWrapper) -> DocumentContents {
    wrapper.newFileContents.map(DocumentContents.data) ?? .fileWrapper(wrapper)
  }

  /// The contents in the form of a document's overriding points.
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

/// The result of `contents(ofType:)`: the content of a document at one moment, with the function
/// that writes it.
///
/// The main actor creates it. The queue of file access writes it while the main actor waits for the
/// end of the save.
package final class SnapshotContents {
  package let type: UTType
  /// The content itself, if it is a value.
  package let value: Any?
  private let makeWrapper: (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper
  private let whenSaved: () -> Void
  /// Writes an item to a URL, for content that creates no file wrappers.
  package let writeItem: ((_ url: URL, _ original: URL?, _ isSuccessor: Bool) throws -> Void)?
  private var package: PackageSnapshot?

  /// Creates contents that are written as a file wrapper.
  ///
  /// - Parameters:
  ///   - makeWrapper: creates a file wrapper; the second argument is whether the item to be
  ///     replaced is the one that was last saved.
  ///   - whenSaved: called on the main actor when the document's item has the snapshot.
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

  /// Creates contents that write an item themselves.
  ///
  /// - Parameters:
  ///   - writeItem: writes an item in place of another; the last argument is the second one of the
  ///     other initializer.
  ///   - whenSaved: called on the main actor when the document's item has the snapshot.
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

  /// Creates the content's file wrapper.
  ///
  /// - Returns: the bytes of a file, by which its later changes are detected, or a copy of a
  ///   package, because writing changes wrappers and the content may keep its own.
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

  /// Notifies the content that it was saved, and passes their locations to its file wrappers.
  ///
  /// Runs on the main actor.
  func adopt() {
    package?.adopt()
    whenSaved()
  }
}

/// The contents of a package at one moment: a copy that is written while the model continues.
///
/// A model keeps its file wrappers and changes them. Writing also changes wrappers, by storing
/// their locations in them. A copy is therefore written. It is created from the tree that all
/// writing uses, and its locations are then passed to the originals in the model's isolation.
package struct PackageSnapshot {
  package let copy: FileWrapper
  private var pairs: [(original: FileWrapper, copy: FileWrapper)] = []

  /// Creates a snapshot of a file wrapper.
  ///
  /// - Throws: `FileWrapperError` if the wrapper is nested too deeply.
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

  /// Passes the written locations to the wrappers of the model.
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
  public init(
    contentType: UTType, existingFile: FileWrapper? = nil, destinationURL: URL? = nil
  ) {
    self.contentType = contentType
    self.existingFile = existingFile
    self.destinationURL = destinationURL
  }
}
