internal import Foundation
internal import FoundationAdditions
internal import UniformTypes

/// The result of `contents(ofType:)`: the content of a document at one moment, with the function
/// that writes it.
///
/// The main actor creates it. The queue of file access writes it while the main actor waits for the
/// end of the save.
final class SnapshotContents {
  let type: UTType
  /// The content itself, if it is a value.
  let value: Any?
  private let makeWrapper: (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper
  private let whenSaved: () -> Void
  /// Writes an item to a URL, for content that creates no file wrappers.
  let writeItem: ((_ url: URL, _ original: URL?, _ isSuccessor: Bool) throws -> Void)?
  private var package: PackageSnapshot?

  /// Creates contents that are written as a file wrapper.
  ///
  /// - Parameters:
  ///   - makeWrapper: creates a file wrapper; the second argument is whether the item to be
  ///     replaced is the one that was last saved.
  ///   - whenSaved: called on the main actor when the document's item has the snapshot.
  init(
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
  init(
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
  func write(
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
  func copy() throws -> FileWrapper {
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
