public import Foundation
public import FoundationAdditions

/// Reads a document from a file wrapper: the counterpart of SwiftUI's type of the same name.
///
/// The files of a package are read on access, which can fail.
public struct FileWrapperDocumentReader<Snapshot>: DocumentReader {
  /// The configuration of the reader.
  public typealias ReadConfiguration = DocumentReadConfiguration
  /// The type of the location.
  public typealias Source = URL

  private let lastWrapper: LastFileWrapper
  private let makeSnapshot: (FileWrapper) async throws -> sending Snapshot

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that the document receives.
  ///   - makeSnapshot: creates the contents from the file or package; throws for invalid contents.
  public init(
    _ configuration: sending ReadConfiguration,
    makeSnapshot: @escaping (FileWrapper) async throws -> sending Snapshot
  ) {
    lastWrapper = configuration.lastWrapper
    self.makeSnapshot = makeSnapshot
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: the item.
  ///   - progress: the progress of reading, which counts as done at the end.
  /// - Returns: the contents.
  /// - Throws: `FileWrapperError`, or the error of the function that creates the contents.
  @concurrent public func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Snapshot {
    let wrapper = try FileWrapper(url: source, options: .withoutMapping)
    let snapshot = try await makeSnapshot(wrapper)
    lastWrapper.put(wrapper)
    return snapshot
  }
}
