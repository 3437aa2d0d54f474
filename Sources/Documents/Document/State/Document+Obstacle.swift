internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  /// The reason why the document cannot be saved at its location, such as a read-only item; nil if
  /// none is known.
  ///
  /// It is determined when the document is opened, so that the user knows it before the first edit.
  /// Edits are still possible. They are autosaved to the recovery location and can be saved under
  /// another name.
  public var savingObstacle: DocumentError? {
    observed(\.savingObstacle, record.withValues { $0.obstacle })
  }

  /// Checks whether the item can be overwritten.
  ///
  /// Runs on the queue of file access.
  func lookForObstacle() {
    guard fileURL.isFileURL, !isDraft, let path = try? FilePath(of: fileURL) else { return }
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    let obstacle = writer.obstacle(toOverwriting: path)
      .flatMap { DocumentError.wrapping($0, .save, self) as? DocumentError }
    record.withValues { $0.obstacle = obstacle }
  }
}
