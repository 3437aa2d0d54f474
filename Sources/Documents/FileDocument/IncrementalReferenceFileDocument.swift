internal import FoundationAdditions

/// A shared document that receives its previous snapshot and need not write unchanged parts again
/// (rule Q2).
///
/// SwiftUI has no such protocol. It needs memory for an additional snapshot.
public protocol IncrementalReferenceFileDocument: ReferenceFileDocument {
  /// Creates the file or package of a snapshot, from the previous snapshot and the differences.
  ///
  /// - Parameters:
  ///   - snapshot: the result of ``ReferenceFileDocument/snapshot(contentType:)``.
  ///   - previousSnapshot: the snapshot of the contents of `existingFile`: the one that was last
  ///     saved to it, or taken when the document was opened. It is nil if it is unknown, as for an
  ///     export.
  ///   - configuration: the type to write, and the item to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item is then unchanged.
  func fileWrapper(
    snapshot: Snapshot, previousSnapshot: Snapshot?, configuration: WriteConfiguration
  ) throws -> FileWrapper
}

extension IncrementalReferenceFileDocument {
  /// Creates the file or package from the snapshot alone.
  public func fileWrapper(
    snapshot: Snapshot, configuration: WriteConfiguration
  ) throws -> FileWrapper {
    try fileWrapper(snapshot: snapshot, previousSnapshot: nil, configuration: configuration)
  }
}
