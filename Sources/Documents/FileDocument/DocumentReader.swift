public import Foundation

/// Reads a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
public protocol DocumentReader<Snapshot> {
  /// The contents to read, with everything that the document needs.
  associatedtype Snapshot
  /// The type of the location; a document is read from a URL.
  associatedtype Source = URL

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: the item; only this location may be read.
  ///   - progress: the progress of reading, which the reader may start.
  /// - Returns: the contents.
  /// - Throws: any error; the document is then unchanged.
  @concurrent func read(
    from source: sending Source, progress: consuming Subprogress
  ) async throws -> sending Snapshot
}

/// Writes a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
public protocol DocumentWriter<Snapshot> {
  /// The contents to write, with everything that the document has.
  associatedtype Snapshot
  /// The type of the location; a document is written to a URL.
  associatedtype Destination = URL

  /// Writes an item, which is then atomically exchanged with the document's item.
  ///
  /// If `previous` is given and the document is a package, the destination is a copy of the package,
  /// so a writer may write the changed parts only. If it is nil and the type is a package, the
  /// destination is an empty directory. Otherwise the destination is free (rule Q2).
  ///
  /// - Parameters:
  ///   - snapshot: the contents of the document when the save began.
  ///   - destination: the location to write to.
  ///   - previous: the contents of the document's item, parts of which may be unchanged; nil if
  ///     they are unknown, as for an export.
  ///   - progress: the progress of writing, which the writer may start.
  /// - Throws: any error; the old item is then unchanged.
  @concurrent func write(
    snapshot: sending Snapshot, to destination: sending Destination, previous: sending Snapshot?,
    progress: consuming Subprogress
  ) async throws
}
