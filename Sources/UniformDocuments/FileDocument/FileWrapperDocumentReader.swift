public import Foundation
internal import Synchronization
internal import UTIPlatform
public import UniformFoundationAdditions

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
  /// - Throws: `DocumentError`, or the error of the function that creates the contents.
  @concurrent public func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Snapshot {
    let wrapper = try FileWrapper(url: source, options: .withoutMapping)
    let snapshot = try await makeSnapshot(wrapper)
    lastWrapper.put(wrapper)
    return snapshot
  }
}

/// Writes a document as a file wrapper: the counterpart of SwiftUI's type of the same name.
///
/// The files of unchanged children are linked, not written again.
public struct FileWrapperDocumentWriter<Snapshot>: DocumentWriter {
  /// The configuration of the writer.
  public typealias WriteConfiguration = DocumentWriteConfiguration
  /// The type of the location.
  public typealias Destination = URL

  private let lastWrapper: LastFileWrapper
  private let makeFileWrapper: (Snapshot, FileWrapper?) async throws -> FileWrapper

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that the document receives.
  ///   - makeFileWrapper: creates the file or package. Its second argument is the wrapper of the last
  ///     save, or of the last read by a ``FileWrapperDocumentReader``; it may be changed and
  ///     returned. It is nil if the item may have other contents, as for an export or after a save
  ///     that failed.
  public init(
    _ configuration: sending WriteConfiguration,
    makeFileWrapper: @escaping (Snapshot, FileWrapper?) async throws -> FileWrapper
  ) {
    lastWrapper = configuration.lastWrapper
    self.makeFileWrapper = makeFileWrapper
  }

  /// Writes an item, with all its parts.
  ///
  /// - Parameters:
  ///   - snapshot: the contents.
  ///   - destination: the location of the new item.
  ///   - previous: unused.
  ///   - progress: the progress of writing, which counts as done at the end.
  /// - Throws: `DocumentError`, or the error of the function that creates the file wrapper.
  @concurrent public func write(
    snapshot: sending Snapshot, to destination: sending URL, previous: sending Snapshot?,
    progress: consuming Subprogress
  ) async throws {
    try await makeFileWrapper(snapshot, nil).write(
      to: destination, options: [], originalContentsURL: nil)
  }
}

extension FileWrapperDocumentWriter: FileWrapperMaking {
  func fileWrapper(of snapshot: Any, isSuccessor: Bool) async throws -> FileWrapper {
    guard let snapshot = snapshot as? Snapshot else { throw CocoaError(.fileWriteUnknown) }
    // A save that fails leaves the wrapper in an unknown state, so it is forgotten.
    return try await makeFileWrapper(snapshot, isSuccessor ? lastWrapper.take() : nil)
  }

  func noteSaved(_ wrapper: FileWrapper) { lastWrapper.put(wrapper) }
}

/// A writer that creates a file wrapper for the document to write.
protocol FileWrapperMaking {
  /// `isSuccessor`: the item to be replaced has the contents of the last wrapper.
  @concurrent func fileWrapper(of snapshot: Any, isSuccessor: Bool) async throws -> FileWrapper

  /// Notes that the document's item has the contents of a file wrapper.
  func noteSaved(_ wrapper: FileWrapper)
}

/// The file wrapper of the last operation of a document, which its reader and its writer share.
final class LastFileWrapper: Sendable {
  private let wrapper = Mutex<UncheckedSendableBox<FileWrapper>?>(nil)

  func put(_ wrapper: FileWrapper) {
    let box = UncheckedSendableBox(wrapper)
    self.wrapper.withLock { $0 = box }
  }

  func take() -> FileWrapper? {
    wrapper.withLock { wrapper in
      defer { wrapper = nil }
      return wrapper
    }?.value
  }
}
