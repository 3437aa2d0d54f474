public import UniformTypes

/// An object that is read from a file by a reader: the counterpart of the protocol of this name in
/// SwiftUI's later generation.
///
/// It runs on ``ModelDocument``. The class is meant to be one with `@Observable`; it is made empty, and
/// filled by ``apply(snapshot:previous:)`` at every opening and every time its file is read again, also
/// after a change by others. SwiftUI calls the protocol that has both this and ``WritableDocument``
/// `Document`, a name that a class has here: write `ReadableDocument & WritableDocument`.
public protocol ReadableDocument: AnyObject, SendableMetatype {
  /// What reads the document.
  associatedtype Reader: DocumentReader

  /// What a reader is made for.
  typealias ReadConfiguration = DocumentReaderConfiguration

  /// The types that can be read.
  static var readableContentTypes: [UTType] { get }

  /// Makes what reads the document; is called on the main actor.
  ///
  /// - Parameter configuration: what is going to be read.
  /// - Throws: any error; the document stays as it is.
  func reader(configuration: ReadConfiguration) throws -> Reader

  /// Takes over what was read.
  ///
  /// - Parameters:
  ///   - snapshot: what was read.
  ///   - previous: what was read or written before; nil for the first time.
  /// - Throws: any error; opening or reading again fails with it.
  @MainActor func apply(snapshot: Reader.Snapshot, previous: Reader.Snapshot?) async throws
}

/// What a ``DocumentReader`` is made for.
///
/// What SwiftUI's has is not known here; it has what reading needs.
public struct DocumentReaderConfiguration: Sendable {
  /// The type of what is read.
  public let contentType: UTType

  /// Makes a configuration, for tests.
  ///
  /// - Parameter contentType: the type of what is read.
  public init(contentType: UTType) { self.contentType = contentType }
}
