public import Foundation
public import UniformTypes

/// An object that a reader reads from a file: the counterpart of SwiftUI's newer protocol of the
/// same name.
///
/// It runs on ``ModelDocument``. The class should have `@Observable`. It is created empty, and
/// ``apply(snapshot:previous:)`` fills it every time its file is read, also after changes by other
/// processes. SwiftUI's `Document` combines this protocol and ``WritableDocument``. That is the
/// name of a class here, so write `ReadableDocument & WritableDocument`, or declare
/// `nonisolated protocol Document: ReadableDocument, WritableDocument {}` in the program.
public protocol ReadableDocument: AnyObject, SendableMetatype {
  /// The type that reads the document.
  associatedtype Reader: DocumentReader where Reader.Source == URL

  /// The configuration of a reader.
  typealias ReadConfiguration = DocumentReadConfiguration

  /// The types that can be read.
  static var readableContentTypes: [UTType] { get }

  /// Creates the reader of the document, on the main actor.
  ///
  /// - Parameter configuration: the type to read.
  /// - Throws: any error; the document is then unchanged.
  func reader(configuration: sending ReadConfiguration) throws -> Reader

  /// Applies the contents that were read.
  ///
  /// - Parameters:
  ///   - snapshot: the contents that were read.
  ///   - previous: the contents that were last read or written; nil for the first time.
  /// - Throws: any error; opening or reading again fails with it.
  @MainActor func apply(
    snapshot: sending Reader.Snapshot, previous: sending Reader.Snapshot?
  ) async throws
}

extension ReadableDocument where Self: WritableDocument {
  /// The types that can be read.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}
