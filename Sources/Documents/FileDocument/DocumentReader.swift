public import Foundation

/// Reads a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
///
/// Apple's protocol has an associated type for the source, which is `URL`, and reports through
/// `Subprogress`, which Foundation on Linux lacks. `Progress` replaces it here.
public protocol DocumentReader: Sendable {
  /// The immutable contents that are read, with all that the document needs.
  associatedtype Snapshot

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: the item; only this location may be read.
  ///   - progress: the progress of reading, which the reader updates.
  /// - Returns: the contents.
  /// - Throws: any error; the document is then unchanged.
  @concurrent func read(from source: URL, progress: Progress) async throws -> sending Snapshot
}

/// Writes a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
public protocol DocumentWriter: Sendable {
  /// The immutable contents that are written, with all that the document has.
  associatedtype Snapshot

  /// Writes an item.
  ///
  /// - Parameters:
  ///   - snapshot: the contents of the document when the save began.
  ///   - destination: a free location, whose item is then atomically exchanged with the document's
  ///     item.
  ///   - previous: the contents of the document's item, parts of which may be unchanged; nil if
  ///     they are unknown, as for an export (rule Q2).
  ///   - progress: the progress of writing, which the writer updates.
  /// - Throws: any error; the old item is then unchanged.
  @concurrent func write(
    snapshot: Snapshot, to destination: URL, previous: Snapshot?, progress: Progress
  ) async throws
}
