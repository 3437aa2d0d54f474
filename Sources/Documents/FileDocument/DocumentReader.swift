public import Foundation

/// Reads a document off the main actor: the counterpart of the protocol of this name in SwiftUI's later
/// generation.
///
/// Apple's has a type for its source, which is `URL`, and reports through `Subprogress`, which Foundation
/// on Linux lacks; `Progress` stands for it here.
public protocol DocumentReader: Sendable {
  /// What is read: everything that the document needs, and nothing that changes.
  associatedtype Snapshot

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: where the item is; only this place is to be read.
  ///   - progress: how far reading has come, to be counted by the reader.
  /// - Returns: what was read.
  /// - Throws: any error; the document stays as it is.
  @concurrent func read(from source: URL, progress: Progress) async throws -> sending Snapshot
}

/// Writes a document off the main actor: the counterpart of the protocol of this name in SwiftUI's later
/// generation.
public protocol DocumentWriter: Sendable {
  /// What is written: everything that the document has, and nothing that changes.
  associatedtype Snapshot

  /// Writes an item.
  ///
  /// - Parameters:
  ///   - snapshot: what the document was when the save began.
  ///   - destination: where to write, a place where nothing is: the item is exchanged with the one of
  ///     the document afterwards.
  ///   - previous: what the document's item holds, of which some may be unchanged; nil where nobody
  ///     knows, as for an export (rule Q2).
  ///   - progress: how far writing has come, to be counted by the writer.
  /// - Throws: any error; the old item stays as it is.
  @concurrent func write(
    snapshot: Snapshot, to destination: URL, previous: Snapshot?, progress: Progress
  ) async throws
}
