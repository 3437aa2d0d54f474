internal import Foundation

/// A save of an ``NSDocument`` in progress, which the functions of the client look up.
final class HostedSaving: @unchecked Sendable {
  @TaskLocal static var current: HostedSaving?
  /// The operation that was requested of a hosted ``Document``.
  @TaskLocal static var requested: Document.SaveOperation?

  let attributes: [AnyHashable: Any]?
  let saveOperation: Document.SaveOperation
  // One thread at a time writes, and passes it to the next, which is why unchecked is safe.
  /// The item that is replaced.
  var originalContentsURL: URL?

  init(attributes: [AnyHashable: Any]?, saveOperation: Document.SaveOperation) {
    self.attributes = attributes
    self.saveOperation = saveOperation
  }

  /// Returns the kind of save for a client.
  static func kind(
    of saveOperation: Document.SaveOperation, in operation: DocumentOperation? = .current
  ) -> NSDocument.SaveOperationType {
    operation?.hostedSave
      ?? (saveOperation == .forCreating ? .saveAsOperation : .saveOperation)
  }
}

/// The contents of a hosted document, which the client writes itself.
struct HostedContents {
  let typeName: String
}

/// A read of an ``NSDocument`` in progress.
///
/// The default of `read(from:ofType:)` takes bytes from it that were already read, and stores the
/// item in it.
final class HostedReading: @unchecked Sendable {
  @TaskLocal static var current: HostedReading?

  let url: URL
  let contents: DocumentContents?
  // Only the main actor uses it, which is why unchecked is safe.
  var item: DocumentRecord.Item?

  init(_ url: URL, contents: DocumentContents? = nil, item: DocumentRecord.Item? = nil) {
    self.url = url
    self.contents = contents
    self.item = item
  }
}
