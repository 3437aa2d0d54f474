internal import FoundationAdditions

/// A shared document that is told what it has written before, and need not write that again
/// (rule Q2).
///
/// SwiftUI has no such protocol. It costs the memory of one more snapshot, which other documents do
/// without.
public protocol IncrementalReferenceFileDocument: ReferenceFileDocument {
  /// Makes the file or package that holds a snapshot, of the one before and what has changed.
  ///
  /// - Parameters:
  ///   - snapshot: what ``ReferenceFileDocument/snapshot(contentType:)`` gave.
  ///   - previousSnapshot: what `existingFile` holds: the snapshot that was last saved there, or taken
  ///     when the document was opened. It is nil where nobody knows, as for an export.
  ///   - configuration: the type to write, and what is to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item stays as it is.
  func fileWrapper(
    snapshot: Snapshot, previousSnapshot: Snapshot?, configuration: WriteConfiguration
  ) throws -> FileWrapper
}

extension IncrementalReferenceFileDocument {
  /// Makes the file or package of nothing but the snapshot.
  public func fileWrapper(
    snapshot: Snapshot, configuration: WriteConfiguration
  ) throws -> FileWrapper {
    try fileWrapper(snapshot: snapshot, previousSnapshot: nil, configuration: configuration)
  }
}
