internal import Foundation
internal import FoundationAdditions
internal import UniformTypes

/// The content of a document at one moment, and how to write it: what `contents(ofType:)` gives.
///
/// The main actor makes it, and the queue of file access has it written while the main actor waits
/// for the end of the save.
final class SnapshotContents {
  let type: UTType
  /// The content itself, where that is a value.
  let value: Any?
  private let makeWrapper: (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper
  private let whenSaved: () -> Void
  /// Writes an item at a URL, for content that makes no file wrappers.
  let writeItem: ((URL, Bool) throws -> Void)?
  private var package: PackageSnapshot?

  /// - Parameters:
  ///   - makeWrapper: makes a file wrapper; is told whether the item to be replaced is the one that
  ///     was last saved.
  ///   - whenSaved: is called on the main actor when the document's item holds the snapshot.
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

  /// - Parameters:
  ///   - writeItem: writes an item; is told what the other initializer's function is.
  ///   - whenSaved: is called on the main actor when the document's item holds the snapshot.
  init(
    ofType type: UTType, value: Any, writeItem: @escaping (URL, Bool) throws -> Void,
    whenSaved: @escaping () -> Void
  ) {
    self.type = type
    self.value = value
    self.writeItem = writeItem
    self.whenSaved = whenSaved
    makeWrapper = { _, _ in throw CocoaError(.fileWriteUnknown) }
  }

  /// Has the content make its file wrapper.
  ///
  /// - Returns: the bytes of a file, by which it is recognised when others have touched it, or a
  ///   copy of a package, because writing changes wrappers and the content may keep its own.
  func write(
    _ configuration: FileDocumentWriteConfiguration, afterPrevious: Bool
  ) throws -> DocumentContents {
    package = nil
    let wrapper = try makeWrapper(configuration, afterPrevious)
    if wrapper.isRegularFile, wrapper.fileAttributes.isEmpty {
      return .data(try wrapper.contents())
    }
    let package = try PackageSnapshot(wrapper)
    self.package = package
    return .fileWrapper(package.copy)
  }

  /// A file wrapper for another document, which shares nothing with this one.
  func copy() throws -> FileWrapper {
    let wrapper = try makeWrapper(FileDocumentWriteConfiguration(contentType: type), false)
    return try PackageSnapshot(wrapper).copy
  }

  /// Lets the content know that it was saved, and its file wrappers where.
  ///
  /// Runs on the main actor.
  func adopt() {
    package?.adopt()
    whenSaved()
  }
}
