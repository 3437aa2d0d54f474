internal import Foundation

/// A save of an ``NSDocument`` under way, for the functions of the client to find what they are a part
/// of.
final class HostedSaving: @unchecked Sendable {
  @TaskLocal static var current: HostedSaving?
  /// What somebody has asked a ``Document`` for that turned out to be hosted.
  @TaskLocal static var requested: Document.SaveOperation?

  let attributes: [AnyHashable: Any]?
  let saveOperation: Document.SaveOperation
  // One thread at a time writes, and hands over to the next; that is why unchecked is safe.
  /// The item that the new one stands for.
  var originalContentsURL: URL?

  init(attributes: [AnyHashable: Any]?, saveOperation: Document.SaveOperation) {
    self.attributes = attributes
    self.saveOperation = saveOperation
  }

  /// What an operation is to a client.
  static func kind(
    of saveOperation: Document.SaveOperation, in operation: DocumentOperation? = .current
  ) -> NSDocument.SaveOperationType {
    operation?.hostedSave
      ?? (saveOperation == .forCreating ? .saveAsOperation : .saveOperation)
  }
}

/// What a hosted document gives as its contents, which the client writes by itself.
struct HostedContents {
  let typeName: String
}

/// A reading of an ``NSDocument`` under way, for the default of `read(from:ofType:)` to find bytes
/// that were read before, and leave what it found.
final class HostedReading: @unchecked Sendable {
  @TaskLocal static var current: HostedReading?

  let url: URL
  let contents: DocumentContents?
  // Only the main actor touches it, which is why unchecked is safe.
  var item: DocumentRecord.Item?

  init(_ url: URL, contents: DocumentContents? = nil, item: DocumentRecord.Item? = nil) {
    self.url = url
    self.contents = contents
    self.item = item
  }
}
